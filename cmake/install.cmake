# The public face only: headers, both libraries, the command, a CMake package and a pkg-config file.
