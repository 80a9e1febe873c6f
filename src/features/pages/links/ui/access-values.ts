/* A link's conditions as its form holds them: times as clocks show them in the chosen zone. */
import type { Link } from "#src/features/pages/links/contract.ts";
import { AUDIENCE_LISTS, type Audience, type ScheduleWindow } from "#src/features/pages/links/page/access.ts";
import { currentZone } from "#src/kit/zone.ts";
import { isWallTime, momentIn, wallTime } from "#src/lib/time-zones.ts";

export interface AccessValues {
  schedule_from: string;
  schedule_until: string;
  schedule_zone: string;
  schedule_windows: ScheduleWindow[];
  expires_at: string;
  expires_clicks: number | "";
  expired_url: string;
  audience: Audience;
  /** A new one, or empty. */
  password: string;
  /** Set while the stored one stays. */
  keeps_password: boolean;
  notes: string;
}

const EVERYONE: Audience = {
  allowed_devices: [],
  blocked_devices: [],
  allowed_apps: [],
  blocked_apps: [],
  allowed_languages: [],
  blocked_languages: [],
};

export function accessValuesOf(link: Link | undefined): AccessValues {
  const zone = link?.schedule?.time_zone ?? currentZone();
  const shown = (at: string | null | undefined) => (at ? wallTime(zone, new Date(at)) : "");
  return {
    schedule_from: shown(link?.schedule?.from),
    schedule_until: shown(link?.schedule?.until),
    schedule_zone: zone,
    schedule_windows: link?.schedule?.windows ?? [],
    expires_at: shown(link?.expires_at),
    expires_clicks: link?.expires_clicks ?? "",
    expired_url: link?.expired_url ?? "",
    audience: link?.audience ?? EVERYONE,
    password: "",
    keeps_password: link?.has_password ?? false,
    notes: link?.notes ?? "",
  };
}

export function usesAudience({ audience }: Pick<AccessValues, "audience">): boolean {
  return AUDIENCE_LISTS.some((list) => audience[list].length > 0);
}

/** Returns the conditions as a request has them, except for the password. */
export function accessOfValues(values: AccessValues) {
  const { schedule_from, schedule_until, schedule_zone: time_zone, schedule_windows: windows } = values;
  const moment = (wall: string) => (isWallTime(wall) ? momentIn(time_zone, wall).toISOString() : null);
  const [from, until] = [moment(schedule_from), moment(schedule_until)];
  const hasSchedule = from !== null || until !== null || windows.length > 0;
  return {
    schedule: hasSchedule ? { from, until, time_zone, windows } : null,
    expires_at: moment(values.expires_at),
    expires_clicks: values.expires_clicks === "" ? null : values.expires_clicks,
    audience: usesAudience(values) ? values.audience : null,
    notes: values.notes || null,
  };
}

/** Undefined to keep the stored one, null to remove it. */
export function passwordOf({ password, keeps_password }: AccessValues): string | null | undefined {
  if (password !== "") return password;
  return keeps_password ? undefined : null;
}
