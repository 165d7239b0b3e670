"""What A2A asks of an agent, one check for each requirement: the operations in both versions and bindings, and the
behaviour (A2A v1.0.1 sections 3, 9 and 11, v0.3.0 sections 3 and 7). A check gets a Case and raises when something is wrong."""

import json
import uuid
from dataclasses import dataclass

from client import Client, Refused
from dialect import ENDS, Dialect, state

COMPLETED, CANCELED = state("completed"), state("canceled")


@dataclass
class Case:
    client: Client
    agent: Dialect  # of the fixture behind the gateway

    @property
    def dialect(self) -> Dialect:
        return self.client.dialect

    def message(self, name: str, **more) -> dict:
        """A new message of that name, by messageId and by first text."""
        return self.client.message(f"{name} please", f"{name}-{uuid.uuid4()}", **more)

    def task(self, name: str, **more) -> dict:
        result = self.client.send(self.message(name, **more))
        expect("task" in result, f"a task, not {result}")
        return result["task"]

    def running(self) -> dict:
        return self.client.send(self.message("test-resubscribe-message-id"), waits=False)["task"]

    def finish(self, task_id: str) -> None:
        """Ends a running task."""
        self.client.send(self.message("more", taskId=task_id))

    def events(self, name: str) -> list[dict]:
        return self.client.stream(self.message(name)).all()


def expect(condition: bool, what) -> None:
    if not condition:
        raise AssertionError(what)


def expect_state(task: dict, word: str) -> None:
    expect(task["status"]["state"] == state(word), f"{word}: {task['status']}")


def expect_refused(code: int, call, *arguments, **named) -> Refused:
    try:
        result = call(*arguments, **named)
    except Refused as refused:
        expect(refused.code == code, f"{code} expected: {refused}")
        return refused
    raise AssertionError(f"{code} expected, answered: {result}")


def parts_of(task: dict) -> list[dict]:
    return [part for artifact in task["artifacts"] for part in artifact["parts"]]


def states_of(events: list[dict]) -> list[str]:
    holders = [event.get("task") or event.get("statusUpdate") for event in events]
    return [holder["status"]["state"] for holder in holders if holder]


REQUIREMENTS = {}  # id: (operation of the support matrix, check)


def requirement(identifier: str, operation: str):
    def keep(check):
        REQUIREMENTS[identifier] = (operation, check)
        return check
    return keep


# --- send ---

@requirement("SEND-TASK", "send")
def completes(case: Case) -> None:
    task = case.task("tck-complete-task")
    expect_state(task, "completed")
    expect(task["id"] and task["contextId"], "ids")


@requirement("SEND-MESSAGE", "send")
def answers_with_a_message(case: Case) -> None:
    message = case.client.send(case.message("tck-message-response"))["message"]
    expect(message["role"] == "ROLE_AGENT" and message["parts"] == [{"text": "Direct message response"}], message)


@requirement("SEND-ARTIFACT", "send")
def every_kind_of_part_comes_through(case: Case) -> None:
    for name, key, value in (("text", "text", "Generated text content"), ("file", "raw", "aGVsbG8="),
                             ("file-url", "url", "https://example.com/hello.txt"),
                             ("data", "data", {"key": "value", "count": 3})):
        part, = parts_of(case.task(f"tck-artifact-{name}"))
        expect(part[key] == value, part)
        if name.startswith("file"):
            expect((part["mediaType"], part["filename"]) == ("text/plain", "hello.txt"), part)


@requirement("SEND-REJECTED", "send")
def rejects(case: Case) -> None:
    expect_state(case.task("tck-reject-task"), "rejected")


@requirement("SEND-INPUT-REQUIRED", "send")
def goes_on_with_input(case: Case) -> None:
    asking = case.task("tck-input-required")
    expect_state(asking, "input-required")
    done = case.task("more", taskId=asking["id"], contextId=asking["contextId"])
    expect(done["id"] == asking["id"], done)
    expect_state(done, "completed")


@requirement("SEND-BLOCKING", "send")
def waits_unless_asked_not_to(case: Case) -> None:
    expect(case.running()["status"]["state"] not in ENDS, "answers at once")
    task = case.client.send(case.message("tck-artifact-text"), waits=True)["task"]
    expect_state(task, "completed")
    expect_state(case.task("tck-artifact-text"), "completed")


@requirement("SEND-AUTH-REQUIRED", "send")
def a_blocking_call_returns_when_a_login_is_needed(case: Case) -> None:
    expect_state(case.task("tck-auth-required"), "auth-required")


@requirement("SEND-TERMINAL", "send")
def an_ended_task_takes_no_message(case: Case) -> None:
    task = case.task("tck-complete-task")
    expect_refused(-32004, case.client.send, case.message("more", taskId=task["id"], contextId=task["contextId"]))


@requirement("SEND-UNKNOWN-TASK", "send")
def an_unknown_task_is_not_found(case: Case) -> None:
    expect_refused(-32001, case.client.send, case.message("more", taskId="no-such-task"))


@requirement("SEND-CONTEXT", "send")
def a_context_alone_starts_a_task_in_it(case: Case) -> None:
    first = case.task("tck-complete-task")
    second = case.task("tck-complete-task", contextId=first["contextId"])
    expect(second["contextId"] == first["contextId"] and second["id"] != first["id"], second)


@requirement("SEND-CONTEXT-MISMATCH", "send")
def another_context_is_refused(case: Case) -> None:
    task = case.task("tck-input-required")
    expect_refused(-32602, case.client.send, case.message("more", taskId=task["id"], contextId="another"))


@requirement("SEND-REFERENCES", "send")
def references_are_hints(case: Case) -> None:
    expect_state(case.task("tck-complete-task", referenceTaskIds=["unknown"]), "completed")


@requirement("SEND-AGAIN", "send")
def the_same_message_makes_one_task(case: Case) -> None:
    message = case.message("tck-complete-task")
    expect(case.client.send(message)["task"]["id"] == case.client.send(message)["task"]["id"], "one task")


@requirement("SEND-INVALID", "send")
def a_message_without_parts_is_refused(case: Case) -> None:
    message = case.message("tck-complete-task")
    message["content" if case.dialect.is_proto else "parts"] = []
    expect_refused(-32602, case.client.send, message)


# --- stream ---

@requirement("STREAM-ORDER", "stream")
def the_task_first_its_end_last(case: Case) -> None:
    for name in ("tck-stream-001", "tck-stream-002", "tck-stream-003", "tck-stream-ordering-001"):
        events = case.events(name)
        expect("task" in events[0], events[0])
        states = states_of(events)
        expect(states[-1] == COMPLETED and states.count(COMPLETED) == 1, states)
        order = [state("submitted"), state("working"), COMPLETED]
        expect([order.index(one) for one in states] == sorted(order.index(one) for one in states), states)


@requirement("STREAM-ARTIFACT", "stream")
def artifacts_are_streamed(case: Case) -> None:
    for name, key, value in (("text", "text", "Generated text content"), ("file", "raw", "aGVsbG8=")):
        events = case.events(f"tck-stream-artifact-{name}")
        shown = [event["artifactUpdate"]["artifact"] for event in events if "artifactUpdate" in event]
        shown += events[0]["task"].get("artifacts", [])
        expect([part[key] for artifact in shown for part in artifact["parts"]] == [value], events)


@requirement("STREAM-CHUNKS", "stream")
def chunks_are_appended(case: Case) -> None:
    events = case.events("tck-stream-artifact-chunked")
    parts = list(parts_of(events[0]["task"])) if "artifacts" in events[0]["task"] else []
    updates = [event["artifactUpdate"] for event in events if "artifactUpdate" in event]
    parts += [part for update in updates for part in update["artifact"]["parts"]]
    expect("".join(part["text"] for part in parts) == "chunk 1 chunk 2 chunk 3", events)


@requirement("STREAM-MESSAGE", "stream")
def a_stream_may_be_one_message(case: Case) -> None:
    events = case.events("tck-message-response")
    expect(len(events) == 1 and "message" in events[0], events)


@requirement("STREAM-CLOSES-INTERRUPTED", "stream")
def a_stream_ends_when_input_is_required(case: Case) -> None:
    """Pitfall 7: closed at input-required, open at auth-required, closed at the end."""
    expect(states_of(case.events("tck-input-required"))[-1] == state("input-required"), "closed at input-required")
    stream = iter(case.client.stream(case.message("tck-auth-required")))
    events = [next(stream)]
    while states_of(events)[-1] != state("auth-required"):
        events.append(next(stream))
    case.finish(events[0]["task"]["id"])
    expect(states_of(list(stream))[-1] == COMPLETED, "open at auth-required")


@requirement("STREAM-REFUSED", "stream")
def a_refusal_comes_before_the_stream(case: Case) -> None:
    expect_refused(-32001, case.client.stream, case.message("more", taskId="no-such-task"))


# --- get, list, cancel ---

@requirement("GET-TASK", "get")
def shows_the_task(case: Case) -> None:
    task = case.task("tck-artifact-data")
    shown = case.client.get(task["id"])
    expect((shown["id"], shown["status"], shown["artifacts"]) == (task["id"], task["status"], task["artifacts"]), shown)


@requirement("GET-HISTORY", "get")
def history_is_as_long_as_asked(case: Case) -> None:
    task = case.task("tck-input-required")
    case.task("more", taskId=task["id"])
    whole = len(case.client.get(task["id"])["history"])
    expect(whole >= 2, "both messages of the client")
    expect(len(case.client.get(task["id"], historyLength=1)["history"]) == 1, "the last one")
    none = len(case.client.get(task["id"], historyLength=0).get("history", []))
    expect(none == (whole if case.dialect.is_proto else 0), f"0 gives {none} of {whole}")
    expect_refused(-32602, case.client.get, task["id"], historyLength=-1)


@requirement("GET-UNKNOWN", "get")
def an_unknown_one_is_not_found(case: Case) -> None:
    refused = expect_refused(-32001, case.client.get, "no-such-task")
    expect(refused.status == (200 if case.dialect.is_rpc else 404), refused)


@requirement("LIST-TASKS", "list")
def lists_page_by_page(case: Case) -> None:
    if case.dialect.has_kind:
        return  # v0.3 has no such method
    first = case.task("tck-artifact-text")
    second = case.task("tck-complete-task", contextId=first["contextId"])
    page = case.client.list(contextId=first["contextId"], pageSize=1)
    expect((page["totalSize"], page["pageSize"]) == (2, 1), page)
    expect([task["id"] for task in page["tasks"]] == [second["id"]], "the one that changed last comes first")
    rest = case.client.list(contextId=first["contextId"], pageToken=page["nextPageToken"])
    expect([task["id"] for task in rest["tasks"]] == [first["id"]] and rest["nextPageToken"] == "", rest)
    expect("artifacts" not in rest["tasks"][0] or not rest["tasks"][0]["artifacts"], "artifacts only when asked for")
    full = case.client.list(contextId=first["contextId"], includeArtifacts=True)
    expect(parts_of(full["tasks"][1]) == parts_of(first), full)
    later = case.client.list(contextId=first["contextId"], statusTimestampAfter=second["status"]["timestamp"])
    expect(second["id"] in [task["id"] for task in later["tasks"]], "statusTimestampAfter includes the instant")
    expect(case.client.list(contextId=first["contextId"], status=state("failed"))["tasks"] == [], "filtered by state")


@requirement("LIST-BOUNDS", "list")
def page_sizes_have_bounds(case: Case) -> None:
    if case.dialect.has_kind:
        return
    for query in ({"pageSize": 0}, {"pageSize": 101}, {"pageToken": "no token"}, {"historyLength": -1}):
        expect_refused(-32602, case.client.list, **query)


@requirement("CANCEL-RUNNING", "cancel")
def cancels(case: Case) -> None:
    task = case.client.cancel(case.running()["id"])
    expect_state(task, "canceled")
    expect(case.client.cancel(task["id"])["status"]["state"] == CANCELED, "again: the same")


@requirement("CANCEL-ENDED", "cancel")
def an_ended_one_is_not_cancelable(case: Case) -> None:
    expect_refused(-32002, case.client.cancel, case.task("tck-complete-task")["id"])
    expect_refused(-32001, case.client.cancel, "no-such-task")


# --- subscribe ---

@requirement("SUBSCRIBE-RUNNING", "subscribe")
def shows_what_is_and_what_comes(case: Case) -> None:
    """A2A's text says POST, its a2a.proto GET: both are served."""
    for method in ("POST",) if case.dialect.is_rpc else ("GET", "POST"):
        task_id = case.running()["id"]
        stream = case.client.subscribe(task_id, method=method)
        case.finish(task_id)
        events = stream.all()
        expect(events[0]["task"]["id"] == task_id, events[0])
        expect(states_of(events)[-1] == COMPLETED, states_of(events))


@requirement("SUBSCRIBE-CONCURRENT", "subscribe")
def every_subscriber_sees_the_same(case: Case) -> None:
    """Pitfall 9: and one that leaves stops nothing."""
    task_id = case.running()["id"]
    seen: list[list[dict]] = [[], []]
    streams = [case.client.subscribe(task_id) for _ in seen]
    leaver = case.client.subscribe(task_id)
    leaver.close()
    case.finish(task_id)
    for events, stream in zip(seen, streams):
        events += stream.all()
    updates = min(len(events) for events in seen) - 1  # behind the task that one has seen later than the other
    tails = [events[len(events) - updates:] for events in seen]
    expect(tails[0] == tails[1] and states_of(seen[0])[-1] == COMPLETED, "the same to its end")


@requirement("SUBSCRIBE-ENDED", "subscribe")
def an_ended_task_has_no_stream(case: Case) -> None:
    task = case.task("tck-complete-task")
    if case.dialect.is_v1:
        expect_refused(-32004, case.client.subscribe, task["id"])
    else:
        events = case.client.subscribe(task["id"]).all()
        expect([event["task"]["status"]["state"] for event in events] == [COMPLETED], "v0.3: shown once")
    expect_refused(-32001, case.client.subscribe, "no-such-task")


@requirement("SUBSCRIBE-RESUME", "subscribe")
def goes_on_where_it_broke_off(case: Case) -> None:
    """Pitfall 8: with Last-Event-ID nothing is missed and nothing comes twice."""
    stream = case.client.stream(case.message("test-resubscribe-message-id"))
    pulled = iter(stream)
    events = [next(pulled)]
    task_id = events[0]["task"]["id"]
    case.finish(task_id)
    events += pulled
    for index in range(len(events) - 1):
        again = case.client.subscribe(task_id, {"Last-Event-ID": stream.ids[index]})
        expect(again.all() == events[index + 1:], f"behind event {index} with the id {stream.ids[index]}")


# --- push notification configs, and the extended card ---

def push_config_of(case: Case, task_id: str) -> dict:
    config = {"id": "hook-1", "url": "http://127.0.0.1:9009/hook", "token": "secret"}
    return case.dialect.read_push_config(case.client.call("push create", case.dialect.push_config(task_id, config)))


@requirement("PUSH-CREATE", "push create")
def a_config_is_kept(case: Case) -> None:
    config = push_config_of(case, case.running()["id"])
    expect((config["id"], config["url"]) == ("hook-1", "http://127.0.0.1:9009/hook"), config)


@requirement("PUSH-GUARD", "push create")
def an_internal_receiver_is_refused(case: Case) -> None:
    """Pitfall 12: never an address of the inner network."""
    for url in ("http://169.254.169.254/latest", "http://10.0.0.1/hook", "http://[::ffff:10.0.0.1]/hook", "file:///x"):
        expect_refused(-32602, case.client.call, "push create",
                       case.dialect.push_config(case.running()["id"], {"id": "x", "url": url}))


@requirement("PUSH-GET", "push get")
def a_config_is_shown(case: Case) -> None:
    task_id = case.running()["id"]
    created = push_config_of(case, task_id)
    shown = case.client.call("push get", case.dialect.push_names(task_id, "hook-1"))
    expect(case.dialect.read_push_config(shown) == created, shown)
    expect_refused(-32001, case.client.call, "push get", case.dialect.push_names("no-such-task", "hook-1"))


@requirement("PUSH-LIST", "push list")
def configs_are_listed(case: Case) -> None:
    task_id = case.running()["id"]
    created = push_config_of(case, task_id)
    listed = case.client.call("push list", case.dialect.push_names(task_id))
    configs = listed if case.dialect.has_kind else listed["configs"]
    expect([case.dialect.read_push_config(config) for config in configs] == [created], listed)


@requirement("PUSH-DELETE", "push delete")
def a_config_is_deleted_once_and_again(case: Case) -> None:
    task_id = case.running()["id"]
    push_config_of(case, task_id)
    for _ in range(2):
        deleted = case.client.call("push delete", case.dialect.push_names(task_id, "hook-1"))
        expect(deleted in (None, {}), deleted)
    listed = case.client.call("push list", case.dialect.push_names(task_id))
    expect(not (listed if case.dialect.has_kind else listed["configs"]), listed)


@requirement("EXTENDED-CARD", "extended card")
def an_extended_card_is_handed_on(case: Case) -> None:
    """Pitfall 1: with the gateway's addresses, never the agent's."""
    card = case.client.call("extended card", {})
    expect("extended" in [skill["id"] for skill in card["skills"]], card)
    urls = [card.get("url"), *(one["url"] for one in card.get("supportedInterfaces", []))]
    expect(all(url is None or not url.endswith("/a2a") for url in urls), urls)


# --- errors and versions ---

@requirement("ERROR-SHAPE", "errors")
def errors_carry_their_reason(case: Case) -> None:
    refused = expect_refused(-32001, case.client.get, "no-such-task")
    infos = [detail for detail in refused.details if detail.get("domain") == "a2a-protocol.org"]
    expect(not case.dialect.is_v1 or infos[0]["reason"] == "TASK_NOT_FOUND", refused.details)
    invalid = expect_refused(-32602, case.client.get, "x", historyLength=-1)
    fields = [violation["field"] for detail in invalid.details for violation in detail.get("fieldViolations", [])]
    expect(fields == ["historyLength"], invalid.details)


@requirement("ERROR-FRAMING", "errors")
def what_is_no_call_is_refused(case: Case) -> None:
    method, path, _ = case.client.target("send", {})
    bodies = [b"{", b"[]", b""] if case.dialect.is_rpc else [b"{", b"[]"]
    for body in bodies:
        answer = case.client.exchange(method, path, body)
        expect(answer.status == (200 if case.dialect.is_rpc else 400), f"{answer.status} for {body!r}")
        expect("error" in json.loads(answer.body) or "code" in json.loads(answer.body), answer.body)
    wrong = case.client.exchange(method, path, b"{}", {"Content-Type": "text/plain"})
    expect(wrong.status == 415, wrong.status)


@requirement("VERSION", "errors")
def versions_are_told_apart(case: Case) -> None:
    """Any patch of the version is served; another version and none are refused, but for 0.3 on a path of v1.0's: a
    courtesy to clients that leave /v1 out."""
    params = {"id": "no-such-task"}
    target = case.client.target("get", params)

    def with_version(version: str):
        answer = case.client.exchange(*target, {"A2A-Version": version})
        return case.client.unwrap(json.loads(answer.body), answer.status)

    expect_refused(-32001, with_version, f"{case.dialect.version}.7")
    expect_refused(-32009, with_version, "9.9")
    is_courtesy = case.dialect.is_v1 and not case.dialect.is_rpc
    expect_refused(-32001 if is_courtesy else -32009, with_version, "0.3" if case.dialect.is_v1 else "1.0")
    if not case.dialect.is_v1:
        expect_refused(-32001, with_version, "")


def problem_of(check, case: Case) -> str:
    """What is wrong; empty when nothing is."""
    try:
        check(case)
        return ""
    except Exception as exception:  # whatever a check comes upon
        return f"{type(exception).__name__}: {exception}"
