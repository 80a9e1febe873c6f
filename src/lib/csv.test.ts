import { describe, expect, it } from "vitest";
import { csvLines } from "./csv.ts";

const line = (...cells: (string | number)[]) => csvLines([cells]).trimEnd();

describe("a CSV file", () => {
  it("quotes cells that would break the file, even where semicolons separate cells", () => {
    expect(line("a,b", 'say "hi"', "x;y", "two\nlines", 7)).toBe('"a,b","say ""hi""","x;y","two\nlines",7');
  });

  it("keeps spreadsheets from running formulas, at the start of a cell or after a semicolon", () => {
    for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "\t=1"]) {
      expect(line(formula)).toMatch(/^"?'/);
      expect(line(`x;${formula}`)).toMatch(/;'/);
    }
    expect(line("plain", "a-b", "1 = 1")).toBe("plain,a-b,1 = 1");
  });
});
