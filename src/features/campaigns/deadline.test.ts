import { expect, it } from "vitest";
import { within } from "./deadline.ts";

it("work has until its deadline, and fails as itself before that", async () => {
  const never = new Promise<string>(() => undefined);
  expect(await within(1, never, "late")).toBe("late");
  expect(await within(60_000, Promise.resolve("done"), "late")).toBe("done");
  await expect(within(60_000, Promise.reject(new Error("no")), "late")).rejects.toThrow("no");
});
