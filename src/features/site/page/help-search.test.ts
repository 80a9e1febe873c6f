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

describe("the search of the help pages", () => {
  it("puts an article about something before one that mentions it", () => {
    expect(searchHelp(ENTRIES, "qr code")).toEqual(["qr", "links"]);
    expect(searchHelp(ENTRIES, "links")).toEqual(["links", "qr"]);
  });

  it("finds by the beginning of a word, whatever its case or marks", () => {
    expect(searchHelp(ENTRIES, "VCA")).toEqual(["qr"]);
    expect(searchHelp(ENTRIES, "cafe BRULEE")).toEqual(["cafe"]);
  });

  it("does not mind the words around a question", () => {
    expect(searchHelp(ENTRIES, "How do I print my QR code?")).toEqual(["qr"]);
  });

  it("finds what has the most of the words where nothing has all", () => {
    expect(searchHelp(ENTRIES, "contact card zebra")).toEqual(["qr"]);
  });

  it("finds nothing where most words are about something else", () => {
    expect(searchHelp(ENTRIES, "contact zebra lion")).toEqual([]);
  });

  it("finds nothing for nothing, and nothing for nonsense", () => {
    for (const query of ["", "   ", "?!", "zebra", "<script>", "a".repeat(5000)])
      expect(searchHelp(ENTRIES, query)).toEqual([]);
  });
});
