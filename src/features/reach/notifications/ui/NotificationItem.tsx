import {
  IconChartBar,
  IconChecklist,
  IconChecks,
  IconCreditCard,
  IconFilePencil,
  IconFlag,
  IconGavel,
  IconKey,
  IconLifebuoy,
  IconLink,
  IconMailSearch,
  IconMessageReply,
  IconNews,
  IconScale,
  IconSend,
  IconShieldLock,
  IconSpeakerphone,
  IconUserHeart,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWorldWww,
} from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useSwitchAccount } from "#src/features/identity/team/ui/shared/team-queries.ts";
import type { Notification } from "#src/features/reach/notifications/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import classes from "./Notifications.module.css";

const ICONS = {
  fans: IconUserHeart,
  tasks: IconChecklist,
  replies: IconMessageReply,
  visits: IconChartBar,
  team: IconUsers,
  roles: IconUsersGroup,
  links: IconLink,
  pages: IconFilePencil,
  decisions: IconGavel,
  domains: IconWorldWww,
  billing: IconCreditCard,
  mailboxes: IconSend,
  campaigns: IconSpeakerphone,
  webhooks: IconWebhook,
  keys: IconKey,
  news: IconNews,
  terms: IconScale,
  reviews: IconMailSearch,
  reports: IconFlag,
  help: IconLifebuoy,
  approvals: IconChecks,
  security: IconShieldLock,
} as const;

interface NotificationItemProps {
  item: Notification;
  onRead: (opened?: "in_app") => void;
  onClose: () => void;
}

/** One notification: it links to its subject, and is marked as read once opened. */
export function NotificationItem({ item, onRead, onClose }: NotificationItemProps) {
  const open = useOpening(item);
  const isUnread = item.read_at === null;
  const shared = { className: `mantine-focus-auto ${classes.item}`, "data-unread": isUnread || undefined };
  if (item.path === null) {
    return isUnread ? (
      <button type="button" {...shared} onClick={() => onRead()}>
        <Words item={item} />
      </button>
    ) : (
      <div {...shared}>
        <Words item={item} />
      </div>
    );
  }
  const isOutside = !item.path.startsWith(PATHS.dashboard) && !item.path.startsWith(PATHS.admin);
  const onClick = (event: MouseEvent) => {
    // How many opened news counts, even if they had marked it as read before.
    if (isUnread || item.topic === "news") onRead("in_app");
    // The browser handles a new tab or window itself, and pages that aren't screens.
    if (isOutside || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onClose();
    open();
  };
  return (
    <a href={inAccount(item.path, item.account.id)} {...shared} onClick={onClick}>
      <Words item={item} />
    </a>
  );
}

function Words({ item }: { item: Notification }) {
  const { topic, text, account, created_at, read_at } = item;
  const me = useMe();
  const Icon = ICONS[topic];
  const isElsewhere = me !== undefined && account.id !== me.account.id;
  return (
    <>
      <Icon size={20} stroke={1.75} className={classes.icon} />
      <span className={classes.words}>
        {read_at === null && <span className="only-heard">Unread: </span>}
        <span className={classes.text}>{text}</span>
        <span className="small-print">
          {isElsewhere && (account.id === me.id ? "Your own account · " : `${account.name}’s account · `)}
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </span>
      </span>
    </>
  );
}

function useOpening({ account, path }: Notification): () => void {
  const me = useMe();
  const router = useRouter();
  const { mutate } = useSwitchAccount(path ?? PATHS.dashboard);
  return () => {
    if (me && account.id !== me.account.id) mutate(account);
    else router.history.push(path ?? PATHS.dashboard);
  };
}
