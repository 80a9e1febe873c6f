import { inject } from "vitest";
import { recordRefusals } from "./refused-answers.ts";

const folder = inject("refusals");
if (folder) recordRefusals(folder);
