import { afterAll, beforeAll, expect, it } from "vitest";
import type { PageDraft } from "#src/features/pages/page-versions/drafts/draft-contract.ts";
import { chooseZone } from "#src/kit/zone.ts";
import { newPublishForm, timesOf } from "./draft-times.ts";

beforeAll(() => chooseZone("Europe/Berlin"));
afterAll(() => chooseZone(null));

const draft = (times: Partial<PageDraft> = {}) =>
  ({ publish_at: null, revert_at: null, ...times }) as PageDraft;

it("times are those of the reader's own clock, over the nights in which clocks change", () => {
  const form = newPublishForm(draft(), new Date("2027-03-27T20:10:00Z"));
  expect(form).toEqual({
    isLater: false,
    wall: "2027-03-27T22:00",
    goesBack: false,
    backWall: "2027-03-28T22:00",
  });
  expect(timesOf(form)).toEqual({ publish_at: null, revert_at: null });
  // A day later is 23 hours later in that night, 02:30 is 03:30, and in fall 02:30 is first in summer time.
  const later = { ...form, isLater: true, goesBack: true };
  expect(timesOf(later)).toEqual({
    publish_at: "2027-03-27T21:00:00.000Z",
    revert_at: "2027-03-28T20:00:00.000Z",
  });
  expect(timesOf({ ...later, wall: "2027-03-28T02:30" })?.publish_at).toBe("2027-03-28T01:30:00.000Z");
  expect(timesOf({ ...later, wall: "2027-10-31T02:30" })?.publish_at).toBe("2027-10-31T00:30:00.000Z");
  expect(timesOf({ ...later, backWall: "" })).toBeUndefined();
});

it("what's planned comes back into the form as it was", () => {
  const times = { publish_at: "2027-03-28T01:30:00.000Z", revert_at: "2027-03-29T16:00:00.000Z" };
  const form = newPublishForm(draft(times));
  expect(form).toMatchObject({ wall: "2027-03-28T03:30", backWall: "2027-03-29T18:00" });
  expect(timesOf(form)).toEqual(times);
});
