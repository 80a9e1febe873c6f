import { describe, expect, it } from "vitest";
import { type SearchEntry, searchHelp } from "./help-search.ts";

const entry = (slug: string, changes: Partial<SearchEntry>): SearchEntry => ({
  slug,
  title: "",
  summary: "",
  keywords: "",
  text: "",
  ...changes,
});

const ENTRIES = [
  entry("links", { title: "Add and order links", text: "a qr code leads to the page" }),
  entry("qr", { title: "QR code and contact card", keywords: "vcard print", text: "scan links" }),
  entry("cafe", { title: "Une page pour un café", summary: "Crème brûlée" }),
];

describe("searching the help pages", () => {
  it("ranks an article about something above one that mentions it", () => {
    expect(searchHelp(ENTRIES, "qr code")).toEqual(["qr", "links"]);
    expect(searchHelp(ENTRIES, "links")).toEqual(["links", "qr"]);
  });

  it("matches the beginning of a word, whatever its case or accents", () => {
    expect(searchHelp(ENTRIES, "VCA")).toEqual(["qr"]);
    expect(searchHelp(ENTRIES, "cafe BRULEE")).toEqual(["cafe"]);
  });

  it("ignores the filler words in a question", () => {
    expect(searchHelp(ENTRIES, "How do I print my QR code?")).toEqual(["qr"]);
  });

  it("finds the articles with the most words if none has them all", () => {
    expect(searchHelp(ENTRIES, "contact card zebra")).toEqual(["qr"]);
  });

  it("finds nothing if most of the words are about something else", () => {
    expect(searchHelp(ENTRIES, "contact zebra lion")).toEqual([]);
  });

  it("finds nothing for an empty query or for nonsense", () => {
    for (const query of ["", "   ", "?!", "zebra", "<script>", "a".repeat(5000)])
      expect(searchHelp(ENTRIES, query)).toEqual([]);
  });
});
