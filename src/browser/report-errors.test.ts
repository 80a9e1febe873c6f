import { describe, expect, it } from "vitest";
import { type ErrorReport, errorReporter } from "./report-errors.ts";

function reporter() {
  const sent: ErrorReport[] = [];
  const report = errorReporter(
    "site",
    (one) => void sent.push(one),
    () => "/help",
  );
  return { sent, report };
}

describe("errors of a page", () => {
  it("are reported with what happened and where", () => {
    const { sent, report } = reporter();
    report(new TypeError("x is undefined"));
    expect(sent).toEqual([
      {
        source: "site",
        message: "TypeError: x is undefined",
        stack: expect.stringContaining("at "),
        path: "/help",
      },
    ]);
  });

  it("are reported once each, at most five", () => {
    const { sent, report } = reporter();
    for (let round = 0; round < 3; round++) {
      for (let kind = 0; kind < 8; kind++) report(new Error(`kind ${kind}`));
    }
    expect(sent.map(({ message }) => message)).toEqual([0, 1, 2, 3, 4].map((kind) => `Error: kind ${kind}`));
  });

  it("may be any thrown value", () => {
    const { sent, report } = reporter();
    for (const thrown of ["text", 7, null, undefined, { a: 1 }]) report(thrown);
    expect(sent.map(({ message }) => message)).toEqual([
      "Error: text",
      "Error: 7",
      "Error: null",
      "Error: undefined",
      "Error: [object Object]",
    ]);
  });

  it("are cut", () => {
    const { sent, report } = reporter();
    report(new Error("a".repeat(10_000)));
    expect(sent[0]?.message).toHaveLength(500);
    expect(sent[0]?.stack?.length).toBeLessThanOrEqual(2000);
  });

  it("don't include aborted requests, the server's refusals, and other sites' scripts", () => {
    const { sent, report } = reporter();
    report(new DOMException("The user aborted a request.", "AbortError"));
    report("Script error.");
    const foreign = new Error("oops");
    foreign.stack = "Error: oops\n at chrome-extension://abc/content.js:1:1";
    report(foreign);
    report(Object.assign(new Error("Please sign in first."), { status: 401 }));
    expect(sent).toEqual([]);
  });
});
