"""What Schemathesis cannot know of Gatehouse: how to get a token, and which rules no schema tells."""

import itertools
import os

import requests
import schemathesis
from schemathesis import GenerationMode

CLI = {"User-Agent": "gatehouse-cli/1.0"}
OPERATOR = {"email": os.environ["FUZZ_OPERATOR_EMAIL"], "password": os.environ["FUZZ_OPERATOR_PASSWORD"]}

# Rules of fields, with the field where the rule is told of others, that JSON Schema has no words for, or that need our records.
UNTOLD = {
    "blank",
    "different",
    "domain",
    "format",
    "not_text",
    "one_of",
    "proof",
    "reserved",
    "same",
    "same_as_email",
    "same_as_organization",
    "too_common",
    "too_many",
    "web_address",
    # White space between slashes, and what the operator or all groups together allow.
    ("groups", "groups"),
    ("groups", "name"),
    ("groups", "length"),
    ("max_session_days", "range"),
}

organizations = itertools.count(1)


def ask(base, path, body):
    answer = requests.post(f"{base}/api/auth/{path}", json=body, headers=CLI, timeout=30)
    answer.raise_for_status()
    return answer.json()


def administrator(base):
    """A token of the administrator of a new organization: what one case breaks harms no later one."""
    name = f"fuzzed-{os.getpid()}-{next(organizations)}"
    person = {
        "username": name,
        "email": f"{name}@example.com",
        "password": "correct horse battery staple",
        "first_name": "Ada",
        "last_name": "Lovelace",
        "organization_name": name,
        "company_name": "Analytical Engines",
    }
    ask(base, "signup", person)
    return ask(base, "login", {"email": person["email"], "password": person["password"]})["token"]


def kind_of_token(case, context):
    path = context.operation.path
    if path.startswith("/api/auth/tenants"):
        return "operator"
    return "to be ended" if path in ENDING else "administrator"


# These end the session or the account that asks.
ENDING = {"/api/auth/logout", "/api/auth/me", "/api/auth/sessions/{id}", "/api/auth/organization"}


@schemathesis.auth(refresh_interval=20, cache_by_key=kind_of_token)
class Token:
    def get(self, case, context):
        base = context.operation.base_url
        if kind_of_token(case, context) == "operator":
            return ask(base, "login", OPERATOR)["token"]
        return administrator(base)

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.check
def schema_tells_the_rules(ctx, response, case):
    """What keeps the schema is not refused for its form, but by rules that no schema tells."""
    if response.status_code != 400 or case.meta is None:
        return
    if case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    errors = response.json().get("errors", [])
    told = [e for e in errors if e["rule"] not in UNTOLD and (e["field"], e["rule"]) not in UNTOLD]
    assert not told, f"the schema does not tell: {told}"
