// @project unit
import { describe, expect, it } from "vitest";
import { requireFewParts } from "./body-shape.ts";

const FORM = "multipart/form-data; boundary=XX";

function formOf(...names: string[]): Buffer {
  const parts = names.map((name) => `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`);
  return Buffer.from(`${parts.join("")}--XX--\r\n`);
}

const check = (body: Buffer, type: string) => () => requireFewParts(body, type);

describe("an upload’s form", () => {
  it("may have up to ten fields", () => {
    const names = Array.from({ length: 11 }, (_, index) => `field${index}`);
    expect(check(formOf(...names.slice(1)), FORM)).not.toThrow();
    expect(check(formOf(...names.slice(1)), 'multipart/form-data;boundary="XX"')).not.toThrow();
    expect(check(formOf(...names), FORM)).toThrow("more than 10 fields");
  });

  it("has one boundary, and its parser reads the same one", () => {
    for (const type of [
      "multipart/form-data; xboundary=zzz; boundary=XX",
      'multipart/form-data; a="boundary=zzz"; boundary=XX',
      "multipart/form-data; boundary=zzz; boundary=XX",
      "multipart/form-data",
      "multipart/mixed; boundary=XX",
    ]) {
      expect(check(formOf("file"), type)).toThrow("content type");
    }
  });

  it("has no field whose name alone keeps the parser busy", () => {
    expect(check(formOf(`a${"[b]".repeat(100_000)}`), FORM)).toThrow("too long");
  });
});
