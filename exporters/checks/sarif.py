"""Findings as SARIF 2.1.0, which code hosts show beside the lines. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from exporters.checks.finding import Finding
from exporters.checks.run import RULES, severity

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def sarif(
    found: Mapping[str, list[Finding]], lines: Mapping[str, Mapping[str, int]], version: str
) -> dict[str, Any]:
    """A log of the findings of some files. `lines`: of each file, place -> line."""
    codes = list(RULES)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "tts-bridge",
                        "version": version,
                        "rules": [
                            {
                                "id": code,
                                "shortDescription": {"text": rule.why},
                                "defaultConfiguration": {"level": _LEVELS[rule.severity]},
                            }
                            for code, rule in RULES.items()
                        ],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [
                    _result(file, each, lines.get(file, {}), codes)
                    for file, findings in found.items()
                    for each in findings
                ],
            }
        ],
    }


def places(findings: Iterable[Finding]) -> set[str]:
    """What to look up for the lines of findings; a field may be missing, its object is not."""
    return {each for finding in findings for each in (finding.path, place(finding))} - {""}


def place(finding: Finding) -> str:
    """Object and field as one path."""
    return ".".join(part for part in (finding.path, finding.field) if part)


def where(finding: Finding) -> str:
    """The same for a reader, with the line of a script."""
    at = f":{finding.line}" if finding.line else ""
    column = f":{finding.column}" if finding.line and finding.column else ""
    return f"{place(finding) or 'the save'}{at}{column}"


def _result(
    file: str, finding: Finding, lines: Mapping[str, int], codes: list[str]
) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": quote(file.replace("\\", "/"))}}
    if line := lines.get(place(finding)) or lines.get(finding.path):
        physical["region"] = {"startLine": line}
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": _LEVELS[severity(finding)],
        "message": {"text": f"{where(finding)}: {finding.text}"},
        "locations": [
            {
                "physicalLocation": physical,
                "logicalLocations": [{"fullyQualifiedName": where(finding)}],
            }
        ],
    }
