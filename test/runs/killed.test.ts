import { it } from "vitest";

it("takes its runner along before there is a report", () => {
  process.kill(process.ppid, "SIGKILL");
});
