# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of profiles, pages and plans."""
