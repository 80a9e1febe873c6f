/* What plans include is as much money as prices are, so programs change neither. */
import { refuseKeys, registerSettingCheck } from "#src/features/instance/settings/settings.ts";
import { LIMIT_SETTINGS, PLANS_SETTING } from "#src/features/money/entitlements/settings.ts";

for (const setting of [PLANS_SETTING, ...Object.values(LIMIT_SETTINGS)])
  registerSettingCheck(setting, refuseKeys);
