import { ORPCError } from "@orpc/client";
import { expect, it } from "vitest";
import { attachOtherAccountQuery, otherAccountQueryOf } from "./other-account.ts";

it("only what wasn't found is looked for in other accounts", () => {
  const ask = () => Promise.resolve();
  const [gone, refused] = [404, 403].map((status) => new ORPCError("REFUSED", { status, message: "No." }));
  for (const error of [gone, refused, new TypeError("Failed to fetch")]) attachOtherAccountQuery(error, ask);
  expect([gone, refused, undefined].map(otherAccountQueryOf)).toEqual([ask, undefined, undefined]);
});
