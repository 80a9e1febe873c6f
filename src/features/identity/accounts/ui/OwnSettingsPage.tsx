import "#src/kit/deferred.css";
import { Skeleton, Stack } from "@mantine/core";
import { useContext } from "react";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { EmailCard } from "./own/EmailCard.tsx";
import { PasswordCard } from "./own/PasswordCard.tsx";
import { PersonForm } from "./own/PersonForm.tsx";
import { SessionsCard } from "./own/SessionsCard.tsx";
import { SecuritySection } from "./security/SecuritySection.tsx";
import { OwnPictureSlot } from "./shared/account.slots.ts";
import { useMe } from "./shared/account-queries.ts";

/** `/dashboard/settings/profile`: personal settings. */
export function OwnSettingsPage() {
  const me = useMe();
  const Picture = useContext(OwnPictureSlot);
  return (
    <>
      <PageTitle title="Account" />
      {me ? (
        <Stack gap="lg">
          <Picture me={me} />
          <PersonForm me={me} />
          <EmailCard me={me} />
          <PasswordCard me={me} />
          <SecuritySection />
          <SessionsCard />
        </Stack>
      ) : (
        <Skeleton h={240} radius="lg" />
      )}
    </>
  );
}
