# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the Python package share."""

import os
import signal

import hypothesis
import numpy as np
import pytest

# What is tried must not depend on how busy the machine is; a failure prints what gives it again.
hypothesis.settings.register_profile(
    "numapack", deadline=None, max_examples=int(os.environ.get("NUMAPACK_TEST_EXAMPLES", "60")), print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large])
hypothesis.settings.load_profile("numapack")

# What is started in the background ignores Ctrl-C, and so would all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

DTYPES = [np.float32, np.float64, np.complex64, np.complex128]


@pytest.fixture(params=DTYPES, ids=lambda dtype: np.dtype(dtype).name)
def dtype(request):
    return request.param


def random(shape, dtype, seed=0):
    """Elements of absolute values up to 1, of both signs."""
    generator = np.random.default_rng(seed)
    values = generator.uniform(-1, 1, shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.uniform(-1, 1, shape)
    return values.astype(dtype)


def close(actual, expected, terms):
    """Within the bound of sums of so many products of elements of absolute value up to 2 (Higham, Accuracy and Stability of
    Numerical Algorithms, section 3.5), with room for those of the reference."""
    assert actual.shape == expected.shape and actual.dtype == expected.dtype, (actual.shape, actual.dtype, expected.shape, expected.dtype)
    bound = 16 * (terms + 2) ** 2 * np.finfo(actual.dtype).eps
    np.testing.assert_allclose(actual, expected, rtol=0, atol=bound)
