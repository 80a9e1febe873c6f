import {
  IconCopyCheck,
  IconFileImport,
  IconLayoutKanban,
  IconListDetails,
  IconMailOff,
  IconShieldLock,
} from "@tabler/icons-react";
import {
  duplicatesScreen,
  leadBoardScreen,
  requestsScreen,
  suppressionsScreen,
} from "#src/features/audience/contacts/screens.ts";
import { importsScreen } from "#src/features/audience/imports/screens.ts";
import { canAccess, type Principal } from "#src/features/identity/team/rules.ts";
import { domainInstructionsScreen } from "#src/features/pages/domains/screens.ts";

const DETAILS = [
  { ...leadBoardScreen, Icon: IconLayoutKanban },
  { ...importsScreen, Icon: IconFileImport },
  { ...duplicatesScreen, Icon: IconCopyCheck },
  { ...requestsScreen, Icon: IconShieldLock },
  { ...suppressionsScreen, Icon: IconMailOff },
  { ...domainInstructionsScreen, label: "Domain instructions", Icon: IconListDetails },
] as const;

/** Screens that others lead to, and the palette directly. */
export function detailScreens(me: Principal | undefined) {
  return DETAILS.filter(({ access }) => me && canAccess(access, me)).map(({ path, label, Icon }) => ({
    to: path,
    label,
    Icon,
  }));
}
