import { it } from "vitest";

it("passes, and something that it left running throws", () => {
  setTimeout(() => {
    throw new Error("thrown after the end of the test");
  }, 1);
});

it("passes while that happens", async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
});
