import { alertsContract } from "#src/features/insights/reports/alerts/alerts-contract.ts";
import { reportsContract } from "#src/features/insights/reports/contract.ts";
import { goalsContract } from "#src/features/insights/reports/goals/goals-contract.ts";
import { notesContract } from "#src/features/insights/reports/notes/notes-contract.ts";
import { sharesContract } from "#src/features/insights/reports/shares/shares-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const reportsApi = clientFor("reports", reportsContract);
export const notesApi = clientFor("analyticsNotes", notesContract);
export const alertsApi = clientFor("trafficAlerts", alertsContract);
export const goalsApi = clientFor("goals", goalsContract);
export const sharesApi = clientFor("statShares", sharesContract);
