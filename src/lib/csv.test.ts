import { describe, expect, it } from "vitest";
import { csv } from "./csv.ts";

const line = (...cells: (string | number)[]) => csv([cells]).replace("\ufeff", "").trimEnd();

describe("a CSV file", () => {
  it("quotes what would end a cell or a line, also where semicolons do", () => {
    expect(line("a,b", 'say "hi"', "x;y", "two\nlines", 7)).toBe('"a,b","say ""hi""","x;y","two\nlines",7');
  });

  it("has no cell that a spreadsheet runs as a formula, at its start or behind a semicolon", () => {
    for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "\t=1"]) {
      expect(line(formula)).toMatch(/^"?'/);
      expect(line(`x;${formula}`)).toMatch(/;'/);
    }
    expect(line("plain", "a-b", "1 = 1")).toBe("plain,a-b,1 = 1");
  });
});
