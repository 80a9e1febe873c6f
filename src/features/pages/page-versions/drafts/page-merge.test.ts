// @project unit
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Link } from "#src/features/pages/links/contract.ts";
import { NEW_PROFILE } from "#src/features/pages/profiles/ui/shared/new-profile.ts";
import type { PageState } from "../page-state.ts";
import { mergePages } from "./page-merge.ts";

const row = (id: string, more: Partial<Link> = {}) =>
  ({ id, title: id, url: "", parent_id: null, ...more }) as Link;
const page = (links: Link[], profile: Partial<PageState["profile"]> = {}): PageState => ({
  profile: { ...NEW_PROFILE, ...profile },
  links,
});
const ids = ({ links }: PageState) => links.map(({ id }) => id).join("");
const rows = (text: string) => page([...text].map((id) => row(id)));
/** Rows, by their ids, in any order, some with another title. */
const pages = fc
  .uniqueArray(fc.tuple(fc.constantFrom(..."abcdef"), fc.constantFrom("", "!")), { selector: ([id]) => id })
  .map((all) => page(all.map(([id, mark]) => row(id, { title: id + mark }))));

describe("merging pages", () => {
  test("a draft of a page that nobody else changed is the draft, and one without changes changes nothing", () => {
    fc.assert(
      fc.property(pages, pages, (base, other) => {
        expect(mergePages({ base, changed: other, now: base })).toEqual(other);
        expect(mergePages({ base, changed: base, now: other })).toEqual(other);
      }),
    );
  });

  test("no row is twice, and what only one side added or removed is so", () => {
    fc.assert(
      fc.property(pages, pages, pages, (base, changed, now) => {
        const [old, one, other] = [ids(base), ids(changed), ids(now)];
        const merged = ids(mergePages({ base, changed, now }));
        expect(new Set(merged).size).toBe(merged.length);
        for (const id of one) if (!old.includes(id)) expect(merged).toContain(id);
        for (const id of other) if (!old.includes(id)) expect(merged).toContain(id);
        for (const id of old) if (!one.includes(id)) expect(merged).not.toContain(id);
      }),
    );
  });

  test("single fields and theme settings of both sides stay, and the draft's wins", () => {
    const theme = NEW_PROFILE.theme_settings;
    const merged = mergePages({
      base: page([row("a", { title: "A", url: "a" }), row("b"), row("c")]),
      changed: page([row("a", { title: "Draft", url: "a" }), row("b")], {
        public_notes: "Draft",
        theme_settings: { ...theme, font: "lora" },
      }),
      now: page([row("a", { title: "Live", url: "live" }), row("c", { title: "C" })], {
        public_notes: "Live",
        display_name: "Live",
        theme_settings: { ...theme, font: "inter", button_color: "#123456" },
      }),
    });
    expect(merged.profile).toMatchObject({ public_notes: "Draft", display_name: "Live" });
    expect(merged.profile.theme_settings).toEqual({ ...theme, font: "lora", button_color: "#123456" });
    expect(merged.links).toMatchObject([{ id: "a", title: "Draft", url: "live" }]);
  });

  test("a row that the draft changed comes back, though it was removed on the page", () => {
    const base = rows("ab");
    const changed = page([row("a"), row("b", { title: "B" })]);
    expect(ids(mergePages({ base, changed, now: rows("a") }))).toBe("ab");
    expect(ids(mergePages({ base, changed: base, now: rows("a") }))).toBe("a");
  });

  test.each([
    { base: "abc", changed: "abxc", now: "bac", merged: "bxac" },
    { base: "abc", changed: "cab", now: "abyc", merged: "caby" },
    { base: "abc", changed: "xabc", now: "yabc", merged: "xyabc" },
    { base: "", changed: "x", now: "y", merged: "xy" },
  ])("$base: $changed and $now become $merged", ({ base, changed, now, merged }) => {
    expect(ids(mergePages({ base: rows(base), changed: rows(changed), now: rows(now) }))).toBe(merged);
  });
});
