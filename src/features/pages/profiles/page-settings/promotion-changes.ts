import { failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import { PROFILE_ERRORS } from "../contract.ts";
import {
  BANNER_COLORS,
  BANNER_POSITIONS,
  COUNTDOWN_MINUTES_MAX,
  DEADLINES,
  LEAD_TEXTS,
  type PromotionSettings,
  parseMoment,
  parsePromotionSettings,
} from "../page/promotion.ts";
import { type PageSettingsInput, SETTING_CHARS_MAX } from "../page/settings.ts";
import { cleanOptional } from "../rules.ts";

type Written = NonNullable<PageSettingsInput["promotion_settings"]>;

/** Returns `promotion_settings` with changes applied. Null resets a setting to its default. */
export function mergePromotion(current: PromotionSettings, input: Written): PromotionSettings {
  const written = differencesOf(current, input);
  requireChoice("backgroundColor", BANNER_COLORS, written.backgroundColor);
  requireChoice("position", BANNER_POSITIONS, written.position);
  requireChoice("deadline", DEADLINES, written.deadline);
  requireMinutes(written.countdownDuration);
  const cleaned = LEAD_TEXTS.filter((name) => typeof written[name] === "string").map((name) => [
    name,
    cleanOptional(written[name], SETTING_CHARS_MAX[name]),
  ]);
  const is_hidden = Object.keys(written).length === 0 ? current.is_hidden : (written.is_hidden ?? false);
  const settings = parsePromotionSettings({
    ...current,
    ...written,
    ...Object.fromEntries(cleaned),
    is_hidden,
  });
  requireEnd(settings, written);
  return settings;
}

/** Unchanged values aren't validated again. */
function differencesOf(current: PromotionSettings, input: Written): Written {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => value !== undefined && value !== current[name as keyof PromotionSettings],
    ),
  );
}

/** A fixed deadline needs a moment. */
function requireEnd({ deadline, ends_at }: PromotionSettings, written: Written): void {
  const isNone = typeof written.ends_at === "string" && parseMoment(written.ends_at) === null;
  const isTouched = written.deadline !== undefined || written.ends_at !== undefined;
  const isMissing = deadline === "fixed" && ends_at === null;
  if (!isNone && !(isMissing && isTouched)) return;
  throw failure(PROFILE_ERRORS, "MOMENT_INVALID", { data: { field: "promotion_settings.ends_at" } });
}

function requireChoice(name: string, choices: readonly string[], written: string | null | undefined): void {
  if (typeof written !== "string" || choices.includes(written)) return;
  const message = `Choose one of these: ${choices.join(", ")}.`;
  const data = { field: `promotion_settings.${name}` };
  throw failure(PROFILE_ERRORS, "CHOICE_INVALID", { message, data });
}

function requireMinutes(written: string | null | undefined): void {
  if (typeof written !== "string") return;
  const minutes = isBlank(written) ? Number.NaN : Number(written);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= COUNTDOWN_MINUTES_MAX) return;
  throw failure(PROFILE_ERRORS, "MINUTES_INVALID", {
    data: { field: "promotion_settings.countdownDuration" },
  });
}
