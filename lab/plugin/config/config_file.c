// SPDX-License-Identifier: BSD-3-Clause
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"

bool lab_config_read(const char* path, struct LabConfig* config, struct LabMessage* message) {
  FILE* const file = fopen(path, "r");
  if (file == NULL) {
    snprintf(message->text, sizeof message->text, "cannot read the configuration %.160s: %s", path,
             strerror(errno));
    return false;
  }
  static const size_t most = 1 << 20;
  char* const text = calloc(1, most);
  if (text != NULL) {
    const size_t length = fread(text, 1, most - 1, file);
    text[length] = '\0';
  }
  fclose(file);
  const bool good = text != NULL && lab_config_parse(text, config, message);
  free(text);
  return good;
}
