# SPDX-License-Identifier: BSD-3-Clause
"""The two of LAPACK's own tests that numapack may miss though they pass with the reference: STFSM and CTFSM compare their
solution with TRSM's, for one matrix each that is "ill-conditioned for some" by the program's own words, by a bound that does not
grow with the condition.

Of 30 that may be, CTFSM's has 29.6 with the reference, 28.9 with OpenBLAS, 30.2 with numapack on Zen 3; STFSM's less than 3, 38.6 and
37.6. (Where their input says 3.0 in place of 30.0, the programs print all above it.)"""

import re

MOST = 1.5 * 30


def far_misses(said):
    """What such tests missed their bound by, where it is more than half of it."""
    return [float(ratio) for ratio in re.findall(r"Failure in .TFSM,.* test= *(\S+)", said) if not float(ratio) <= MOST]
