"""What runs when somebody commits or proposes a change; what can be held against the rest is held."""

import os
import tomllib
from typing import Any

import yaml

from config.running.var_folder import ROOT
from pages.catalogs import our_apps


def read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text())


def test_every_python_that_we_promise_is_tested_by_what_a_merge_needs() -> None:
    job = read(".github/workflows/tests.yml")["jobs"]["tests"]
    promised = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    tested = job["strategy"]["matrix"]["python"]
    assert promised == f">={tested[0]}"
    assert tested == [f"3.{minor}" for minor in range(11, 11 + len(tested))]
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_nobody_elses_action_runs_and_none_may_write() -> None:
    for path in (ROOT / ".github" / "workflows").iterdir():
        workflow = read(str(path.relative_to(ROOT)))
        assert workflow["permissions"] == {"contents": "read"}
        for job in workflow["jobs"].values():
            used = {step["uses"].split("@")[0] for step in job["steps"] if "uses" in step}
            assert used <= {"actions/checkout", "actions/setup-python"}


def test_a_commit_is_looked_at_by_the_tools_of_the_lock() -> None:
    for repository in read(".pre-commit-config.yaml")["repos"]:
        assert repository["repo"] == "local"
        for hook in repository["hooks"]:
            assert hook["language"] == "system"
            assert os.access(ROOT / hook["entry"].split()[0], os.X_OK)


def test_every_report_asks_that_nobody_real_is_in_it() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("something-*.yml"))
    assert len(forms) == 2
    for form in forms:
        parts = read(str(form.relative_to(ROOT)))["body"]
        assert "**No real person here" in parts[0]["attributes"]["value"]
        last = parts[-1]["attributes"]["options"][0]
        assert last["required"], form
        assert "real person" in last["label"]


def test_every_package_of_ours_is_typed_and_measured() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    ours = set(our_apps())
    assert {"vault", "casework", "config"} <= ours
    assert set(tool["coverage"]["run"]["source"]) == ours
    # No test runs a benchmark: its types say whether what it measures still exists.
    assert set(tool["mypy"]["files"]) == ours | {
        "tests/bench",
        "tests/pictures",
        "tests/runner.py",
        "tests/long_tests.py",
    }
    assert tool["coverage"]["report"]["fail_under"] >= 95
