import { describe, expect, it } from "vitest";
import { mailDocument } from "./MailBody.tsx";

describe("a saved message on the screen", () => {
  const shown = mailDocument(
    '<!doctype html><html><body><a href="https://fans.example/x">Confirm</a></body></html>',
  );

  it("opens its links in a new tab", () => {
    expect(shown).toMatch(/<base target="_blank">.*<a href=/);
  });

  it("loads nothing from elsewhere", () => {
    expect(shown).toMatch(
      /^<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';/,
    );
  });
});
