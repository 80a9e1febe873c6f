// @project server-postgres
import { expect, it } from "vitest";
import { withTimeout } from "./with-timeout.ts";

it("work has until its deadline, and fails as itself before that", async () => {
  const never = new Promise<string>(() => undefined);
  expect(await withTimeout(1, never, "late")).toBe("late");
  expect(await withTimeout(60_000, Promise.resolve("done"), "late")).toBe("done");
  await expect(withTimeout(60_000, Promise.reject(new Error("no")), "late")).rejects.toThrow("no");
});
