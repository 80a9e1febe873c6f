import { routes } from "#src/platform/http/api.ts";
import { listAlerts, switchAlerts } from "./alerts/alerts.ts";
import { alertsContract } from "./alerts/alerts-contract.ts";
import { reportsContract } from "./contract.ts";
import { createGoal, listGoals, removeGoal } from "./goals/goals.ts";
import { goalsContract } from "./goals/goals-contract.ts";
import { createNote, listMarks, removeNote } from "./notes/notes.ts";
import { notesContract } from "./notes/notes-contract.ts";
import { getReportSettings, saveReportSettings, sendReportNow } from "./reports.ts";
import { listShares, revokeShare, shareFigures } from "./shares/shares.ts";
import { sharesContract } from "./shares/shares-contract.ts";

export const reportRoutes = routes(reportsContract, {
  settings: getReportSettings,
  saveSettings: saveReportSettings,
  sendNow: sendReportNow,
});

export const noteRoutes = routes(notesContract, {
  marks: listMarks,
  create: createNote,
  delete: removeNote,
});

export const alertRoutes = routes(alertsContract, { list: listAlerts, switch: switchAlerts });

export const goalRoutes = routes(goalsContract, { list: listGoals, create: createGoal, delete: removeGoal });

export const shareRoutes = routes(sharesContract, {
  list: listShares,
  create: shareFigures,
  revoke: revokeShare,
});
