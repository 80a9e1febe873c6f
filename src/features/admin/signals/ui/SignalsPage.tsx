import "#src/kit/deferred.css";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { BackLink } from "#src/kit/BackLink.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { HostLists } from "./HostLists.tsx";
import { SignalCard } from "./SignalCard.tsx";
import { signalsApi } from "./signals-client.ts";

/** `/admin/moderation/signals`: what the instance notices about pages by itself. */
export function SignalsPage() {
  const query = useQuery(signalsApi.list.queryOptions());
  return (
    <>
      <BackLink to={STAFF_PATHS.moderation}>All cases</BackLink>
      <PageTitle title="Signals">
        What’s noticed about pages by itself. Nothing is hidden or banned because of that: at most it becomes
        a case, which you decide.
      </PageTitle>
      <Stack>
        {query.data ? (
          query.data.items.map((item) => <SignalCard key={item.kind} item={item} />)
        ) : (
          <QueryState query={query} failure="We couldn’t load the signals." height={240} />
        )}
        <HostLists />
      </Stack>
    </>
  );
}
