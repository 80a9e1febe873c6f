import { describe, expect, it } from "vitest";
import { allowancesOf, choosePlans } from "./rules.ts";

describe("the plans of an instance", () => {
  it.each([
    ["", undefined, "free", "default"],
    ["", "off", "off", "founder"],
    ["", "free", "free", "founder"],
    ["", "rubbish", "free", "default"],
    ["off", "free", "off", "environment"],
    ["free", "off", "free", "environment"],
  ] as const)("with PLANS=%j and %j stored are %s, said by: %s", (environment, stored, plans, source) => {
    expect(choosePlans(environment, stored)).toEqual({ plans, source });
  });

  it("§9 free is 10 profiles and 5 links on each; without plans there is no limit", () => {
    expect(allowancesOf("free")).toEqual({ profiles: 10, links_per_profile: 5, explanation: "10 base" });
    expect(allowancesOf("off")).toMatchObject({ profiles: null, links_per_profile: null });
  });
});
