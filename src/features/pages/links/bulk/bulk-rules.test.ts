import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BulkRow, fitsIn, type LinkChange, planChange, roomOf } from "./bulk-rules.ts";
import { parseDomain } from "./domain-rules.ts";

const ROW: BulkRow = {
  id: "1",
  profile_id: "p",
  kind: "link",
  title: "Tour",
  url: "https://www.old.example/a?b=old.example",
  short_name: null,
  is_short_name_own: false,
  link_a: null,
  link_b: null,
  geo_blocked_fallback_url: null,
  expired_url: null,
  tags: [],
  folder: null,
  is_visible: true,
  schedule: null,
  deleted_at: null,
  parent_id: null,
  position: 0,
  content: null,
};

function planned(change: LinkChange, row: Partial<BulkRow> = {}) {
  const { changes, skipped } = planChange([{ ...ROW, ...row }], change);
  return changes[0]?.after ?? skipped[0]?.reason;
}

const DOMAIN = { action: "replace_domain", from: "old.example", to: "new.example" } as const;
const TEXT = { action: "replace_text", from: "a", to: "$&", in: "titles" } as const;

describe("a change of many links", () => {
  it.each<[LinkChange, Partial<BulkRow>, unknown]>([
    [{ action: "tag", tag: "Été" }, { tags: ["ete"] }, "already tagged"],
    [{ action: "tag", tag: "x" }, { tags: ["a"] }, { tags: ["a", "x"] }],
    [{ action: "tag", tag: "x" }, { tags: Array.from({ length: 20 }, (_, at) => `${at}`) }, "with 20 tags"],
    [{ action: "untag", tag: "ETE" }, { tags: ["Été", "b"] }, { tags: ["b"] }],
    [{ action: "untag", tag: "c" }, { tags: ["b"] }, "without the tag"],
    [{ action: "schedule", schedule: null }, { kind: "text" }, "without a schedule, being blocks"],
    [DOMAIN, {}, expect.objectContaining({ url: "https://www.new.example/a?b=old.example" })],
    [
      DOMAIN,
      { url: "https://OLD.example:8443" },
      expect.objectContaining({ url: "https://new.example:8443" }),
    ],
    [DOMAIN, { url: "https://notold.example" }, "without that domain"],
    [DOMAIN, { url: "https://old.example.evil.example" }, "without that domain"],
    [DOMAIN, { url: "mailto:me@old.example" }, "without that domain"],
    [
      DOMAIN,
      { url: "https://x.example", link_b: "https://old.example" },
      expect.objectContaining({ link_b: "https://new.example" }),
    ],
    [DOMAIN, { kind: "embed" }, "without that domain"],
    [TEXT, { title: "a cat" }, expect.objectContaining({ title: "$& c$&t", url: ROW.url })],
    [{ ...TEXT, from: "Tour", to: " " }, {}, "with a title that would be empty or too long"],
    [
      { ...TEXT, from: "T", to: "x".repeat(200) },
      { title: "TT" },
      "with a title that would be empty or too long",
    ],
    [{ ...TEXT, from: "https", to: "javascript", in: "urls" }, {}, "with an address that would be invalid"],
    [{ ...TEXT, from: "Tour" }, { kind: "text" }, "without that text"],
  ])("%j of %j is %j", (change, row, outcome) => {
    expect(planned(change, row)).toEqual(outcome);
  });

  it("every link is either changed or skipped for a reason, and what it was can be put back", () => {
    const word = fc.string({ unit: "grapheme", maxLength: 6 });
    const rows = fc.array(
      fc.record({ title: word, tags: fc.array(word, { maxLength: 3 }), is_visible: fc.boolean() }),
    );
    const change = fc.oneof<fc.Arbitrary<LinkChange>[]>(
      fc.record({ action: fc.constantFrom("tag", "untag"), tag: word }),
      fc.record({ action: fc.constantFrom("show", "hide") }),
      fc.record({
        action: fc.constant("replace_text"),
        from: word.filter((from) => from !== ""),
        to: word,
        in: fc.constantFrom("titles", "both"),
      }),
    );
    fc.assert(
      fc.property(rows, change, (parts, wanted) => {
        const all = parts.map((part, at) => ({ ...ROW, ...part, id: String(at) }));
        const { changes, skipped } = planChange(all, wanted);
        expect(changes.length + skipped.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
        for (const { row, before, after } of changes) {
          expect(row).toMatchObject(before);
          expect(Object.keys(after)).toEqual(Object.keys(before));
          expect(after).not.toEqual(before);
        }
      }),
    );
  });

  it("a page takes as many as it has room for, in their order, without groups and sign-up forms", () => {
    const room = roomOf("to", { rows: [{ ...ROW, position: 7 }], linksMax: 3 });
    const rows = [2, 1, 0].map((position) => ({ ...ROW, id: `l${position}`, position }));
    const blocks = [
      { ...ROW, id: "g", kind: "group" as const },
      { ...ROW, id: "t", kind: "text" as const, url: "", content: { text: "x" }, position: 9 },
      { ...ROW, id: "there", profile_id: "to" },
    ];
    const { changes, skipped } = planChange([...rows, ...blocks], { action: "move", room });
    expect(changes.map(({ row, after }) => [row.id, after.position])).toEqual([
      ["l0", 8],
      ["l1", 9],
      ["t", 10],
    ]);
    expect(skipped).toEqual([
      { reason: "staying on their page, being groups or sign-up forms", count: 1 },
      { reason: "for which the page has no room", count: 1 },
      { reason: "already there", count: 1 },
    ]);
    expect([fitsIn(room, rows.slice(1)), fitsIn(room, rows)]).toEqual([true, false]);
  });

  it.each([
    [" HTTPS://Old.example/ ", "old.example"],
    ["müller.example", "xn--mller-kva.example"],
    ["old.example/path", undefined],
    ["localhost", undefined],
    ["127.0.0.1", undefined],
    ["", undefined],
    ["two words", undefined],
  ])("%j is the domain %j", (typed, domain) => {
    expect(parseDomain(typed)).toBe(domain);
  });
});
