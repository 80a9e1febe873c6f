import { inject } from "vitest";
import { recordAnnouncements } from "./announced.ts";
import { Client } from "./client.ts";
import { recordRefusals } from "./refused-answers.ts";

const folder = inject("records");
if (folder) {
  recordRefusals(folder);
  recordAnnouncements(folder);
  Client.sendsKeys = true;
}
