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
} from "#src/features/contacts/screens.ts";
import { domainInstructionsScreen } from "#src/features/domains/screens.ts";
import { importsScreen } from "#src/features/imports/screens.ts";
import { canAccess, type Principal } from "#src/features/team/rules.ts";

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
