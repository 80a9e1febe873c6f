import { inject } from "vitest";
import { Client } from "./client.ts";
import { recordErrors } from "./error-coverage.ts";
import { recordAnnouncements } from "./event-coverage.ts";

const folder = inject("records");
if (folder) {
  recordErrors(folder);
  recordAnnouncements(folder);
  Client.sendsKeys = true;
}
