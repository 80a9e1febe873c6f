import type { Slice } from "#src/features/slice.ts";
import { reportsPart } from "./account-part.ts";
import { alertsContract } from "./alerts/alerts-contract.ts";
import { reportsContract } from "./contract.ts";
import { reportEvents } from "./events.ts";
import { goalsContract } from "./goals/goals-contract.ts";
import { reportsHttp } from "./http.ts";
import { reportJobs } from "./jobs.ts";
import { reportMails } from "./mails.ts";
import { notesContract } from "./notes/notes-contract.ts";
import { alertRoutes, goalRoutes, noteRoutes, reportRoutes, shareRoutes } from "./routes.ts";
import { sharesContract } from "./shares/shares-contract.ts";

export const slice: Slice = {
  contract: {
    reports: reportsContract,
    analyticsNotes: notesContract,
    trafficAlerts: alertsContract,
    goals: goalsContract,
    statShares: sharesContract,
  },
  routes: {
    reports: reportRoutes,
    analyticsNotes: noteRoutes,
    trafficAlerts: alertRoutes,
    goals: goalRoutes,
    statShares: shareRoutes,
  },
  http: reportsHttp,
  events: reportEvents,
  jobs: reportJobs,
  mails: reportMails,
  accountPart: reportsPart,
};
