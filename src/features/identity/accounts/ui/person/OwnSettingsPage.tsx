import "#src/kit/deferred.css";
import { Skeleton, Stack } from "@mantine/core";
import { useContext } from "react";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { EmailCard } from "../email-changes/EmailCard.tsx";
import { StaffAccessCard } from "../impersonation/StaffAccessCard.tsx";
import { PasswordCard } from "../passwords/PasswordCard.tsx";
import { SessionsCard } from "../sessions/SessionsCard.tsx";
import { OwnPictureSlot } from "../shared/account.slots.ts";
import { useMe } from "../shared/account-queries.ts";
import { SecuritySection } from "../sign-in-methods/SecuritySection.tsx";
import { PersonForm } from "./PersonForm.tsx";

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
          {me.account.id === me.id && <StaffAccessCard />}
        </Stack>
      ) : (
        <Skeleton h={240} radius="lg" />
      )}
    </>
  );
}
