import { Alert, Stack } from "@mantine/core";
import { IconGavel } from "@tabler/icons-react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";

type Marks = Pick<Profile, "staff_hidden" | "staff_adult">;

/** What the people who run the instance decided about a page or a link, and why. Shows nothing for most. */
export function StaffNotice({ of: { staff_hidden, staff_adult } }: { of: Marks }) {
  if (!staff_hidden && !staff_adult) return null;
  return (
    <Stack gap="xs">
      {staff_hidden && (
        <Notice
          title="Hidden by the people who run this instance"
          mark={staff_hidden}
          meaning="Visitors don’t see it, and only they can show it again."
        />
      )}
      {staff_adult && (
        <Notice
          title="Labeled as adult content by the people who run this instance"
          mark={staff_adult}
          meaning="Visitors are asked for their age first."
        />
      )}
    </Stack>
  );
}

interface NoticeProps {
  title: string;
  mark: NonNullable<Marks["staff_hidden"]>;
  meaning: string;
}

function Notice({ title, mark, meaning }: NoticeProps) {
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconGavel />}
      title={title}
      style={{ overflowWrap: "anywhere" }}
    >
      <span dir="auto">{mark.reason}</span>
      <br />
      {meaning}
      <br />
      <span className="small-print">{formatDateTime(mark.at)}</span>
    </Alert>
  );
}
