import { describe, expect, test } from "vitest";
import { NO_HISTORY, STEP_PAUSE_MS, stepBack, stepForward, withChange } from "#src/kit/form/history-rules.ts";
import { saveStateOf, saveText } from "#src/kit/form/save-state.ts";
import { bothChanged, onlyTheirs, sendable } from "./save-rules.ts";

const SAVED = { name: "Nora", public_notes: "", direct_link_url: "", username: "nora" };

describe("what's sent by itself", () => {
  const waiting = { saved: SAVED, wrong: new Set<string>(), refused: {} };

  test("is what has changed, and only that", () => {
    expect(sendable({ ...waiting, now: { ...SAVED, name: "Mia" } })).toEqual({ name: "Mia" });
    expect(sendable({ ...waiting, now: { ...SAVED } })).toEqual({});
  });

  test("leaves out invalid fields, and what the server refused until it changes", () => {
    const now = { ...SAVED, name: "", public_notes: "Songs", direct_link_url: "x" };
    const parts = { ...waiting, now, wrong: new Set(["name"]), refused: { direct_link_url: "x" } };
    expect(sendable(parts)).toEqual({ public_notes: "Songs" });
    expect(sendable({ ...parts, now: { ...now, direct_link_url: "y" } })).toEqual({
      public_notes: "Songs",
      direct_link_url: "y",
    });
  });

  test("leaves out a new username until its button is pressed", () => {
    const now = { ...SAVED, username: "mia" };
    expect(sendable({ ...waiting, now })).toEqual({});
    expect(sendable({ ...waiting, now, isAsked: true })).toEqual({ username: "mia" });
  });
});

test("two people only get in each other's way in the same field", () => {
  const theirs = { ...SAVED, name: "Theirs" };
  expect(bothChanged({ public_notes: "Mine" }, SAVED, theirs)).toEqual([]);
  expect(bothChanged({ name: "Mine" }, SAVED, theirs)).toEqual(["name"]);
  expect(bothChanged({ name: "Theirs" }, SAVED, theirs)).toEqual([]);
  const now = { ...SAVED, public_notes: "Mine" };
  expect(onlyTheirs({ now, saved: SAVED, base: SAVED, theirs })).toEqual(["name"]);
});

test.each([
  [{}, "Saved"],
  [{ isDue: true }, "Saving…"],
  [{ isSending: true }, "Saving…"],
  [{ isDue: true, isUnreachable: true, isOnline: false }, "Not saved yet: you’re offline"],
  [{ isDue: true, isUnreachable: true }, "Not saved yet: the server can’t be reached"],
  [{ hasWrong: true, isUnasked: true }, "Saved, except for the marked fields"],
  [{ isUnasked: true }, "Saved, except for the new username"],
  [{ isUnasked: true, isDue: true }, "Saving…"],
  [{ isDue: true, isConflict: true }, "Not saved yet: two versions"],
])("the editor with %o says “%s”", (facts, text) => {
  const calm = { isDue: false, isSending: false, hasWrong: false, isUnasked: false };
  const state = saveStateOf({ ...calm, isConflict: false, isUnreachable: false, isOnline: true, ...facts });
  expect(saveText(state)).toBe(text);
});

describe("history", () => {
  interface Values {
    name: string;
    bio: string;
  }
  const start: Values = { name: "", bio: "" };
  const change = (before: Values, after: Values, at: number) => ({ before, after, at });

  test("undoes what was typed without a pause at once, and redoes it", () => {
    const typed = ["S", "So", "Son"].reduce(
      ({ values, history }, bio, index) => {
        const after = { ...values, bio };
        return { values: after, history: withChange(history, change(values, after, 10 + index * 100)) };
      },
      { values: start, history: withChange<Values>(NO_HISTORY, change(start, start, 0)) },
    );
    expect(typed.history.done).toHaveLength(1);
    const back = stepBack(typed.history);
    expect(back?.values).toEqual({ bio: "" });
    expect(stepForward(back?.history ?? NO_HISTORY)?.values).toEqual({ bio: "Son" });
    expect(stepBack(back?.history ?? NO_HISTORY)).toBeUndefined();
  });

  test("a pause or another field begins a new step, and a change forgets what was undone", () => {
    const one = withChange<Values>(NO_HISTORY, change(start, { ...start, bio: "a" }, 10));
    const late = withChange(one, change({ ...start, bio: "a" }, { ...start, bio: "ab" }, 10 + STEP_PAUSE_MS));
    const other = withChange(one, change({ ...start, bio: "a" }, { name: "N", bio: "a" }, 20));
    expect([late.done.length, other.done.length]).toEqual([2, 2]);
    const back = stepBack(other)?.history ?? NO_HISTORY;
    expect(withChange(back, change(start, { ...start, name: "M" }, 30)).undone).toEqual([]);
  });

  test("leaves fields alone that somebody else has changed since", () => {
    const one = withChange<Values>(NO_HISTORY, change(start, { ...start, bio: "a" }, 10));
    expect(stepBack(one)?.values).not.toHaveProperty("name");
  });
});
