import { Goals } from "../Goals.tsx";
import { Marks } from "../Marks.tsx";
import { PastAlerts } from "../PastAlerts.tsx";
import { ReportsButton } from "../ReportsButton.tsx";

/** Loaded together, as all of them are on the same screen. */
export const REPORT_COMPONENTS = { Goals, Marks, PastAlerts, ReportsButton };
