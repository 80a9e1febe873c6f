import "#src/kit/deferred.css";
import { Alert, Anchor, Button, Code, Paper, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconInfoCircle, IconPlus, IconWorld } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { ContactOperator } from "#src/features/identity/accounts/ui/shared/ContactOperator.tsx";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { LimitSwitch } from "#src/features/instance/settings/ui/shared/LimitSwitch.tsx";
import { PremiumOffer } from "#src/features/money/billing/ui/shared/PremiumOffer.tsx";
import { DOMAIN_ERRORS } from "#src/features/pages/domains/contract.ts";
import { Banner } from "#src/kit/Banner.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { DomainRow } from "./DomainRow.tsx";
import { useDomains } from "./domain-queries.ts";

/** One file for both screens, because every file adds its name to the dashboard's first load. */
export { InstructionsPage } from "./InstructionsPage.tsx";

const AddDomainDialog = lazyDialog(async () => (await import("./AddDomainDialog.tsx")).AddDomainDialog);

/** `/dashboard/settings/domains`: the account's own domains, and whether they work. */
export function DomainsPage() {
  const [adding, add] = useDisclosure(false);
  const { data } = useDomains();
  return (
    <>
      <PageTitle
        title="Domains"
        actions={
          data?.is_available &&
          !data.needs_premium && (
            <Button leftSection={<IconPlus size={18} />} onClick={add.open}>
              Add domain
            </Button>
          )
        }
      >
        Put your pages on your own domains
      </PageTitle>
      <DomainList />
      <AddDomainDialog opened={adding} onClose={add.close} />
    </>
  );
}

function DomainList() {
  const query = useDomains();
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load your domains." height={140} />;
  return (
    <Stack>
      {!data.is_available && <Unavailable />}
      {data.is_available && data.needs_premium && (
        <Banner isInset icon={<IconInfoCircle size={20} />}>
          <Stack gap="xs">
            {data.items.length > 0 ? DOMAIN_ERRORS.PREMIUM_REQUIRED.message : "Domains come with premium."}
            <PremiumOffer what="domains" isRefused={false} />
            <LimitSwitch />
          </Stack>
        </Banner>
      )}
      {data.items.length === 0 && data.is_available && (
        <EmptyPanel
          icon={<IconWorld />}
          title="No domains yet"
          description={
            data.needs_premium
              ? "With premium, your page can live at a domain that you own, such as links.example.com, instead of at our URL."
              : "Add a domain that you own, such as links.example.com, and your page lives there instead of at our URL."
          }
        />
      )}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {data.items.map((domain) => (
          <Paper key={domain.id} component="li" withBorder radius="lg" p="md">
            <DomainRow domain={domain} />
          </Paper>
        ))}
      </Stack>
    </Stack>
  );
}

/** Explains why domains can't point here, and who can change that. */
function Unavailable() {
  const me = useMe();
  const settings = (
    <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to={STAFF_PATHS.settings} />}>
      Instance settings
    </Anchor>
  );
  return (
    <Alert variant="light" color="gray" title="Domains need a public URL">
      This instance can only be reached from its own machine or network, so a domain would lead nowhere.{" "}
      {me && isStaffFor(me.role, "settings") ? (
        <>
          Set <Code>PUBLIC_URL</Code> where you start it, or a target of domains in the {settings}.
        </>
      ) : (
        <>
          Ask the people who run it.
          <ContactOperator />
        </>
      )}
    </Alert>
  );
}
