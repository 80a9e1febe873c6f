import { inject } from "vitest";
import { recordAnnouncements } from "./announced.ts";
import { recordRefusals } from "./refused-answers.ts";

const folder = inject("records");
if (folder) {
  recordRefusals(folder);
  recordAnnouncements(folder);
}
