import "#src/kit/later.css";
import { Button, Skeleton, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDiscount2, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { NothingHere } from "#src/kit/NothingHere.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { dialogWhenNeeded } from "#src/kit/when-needed.tsx";
import { CouponRow } from "./CouponRow.tsx";
import { couponsQuery } from "./coupon-queries.ts";

const CouponDialog = dialogWhenNeeded(async () => (await import("./CouponDialog.tsx")).CouponDialog);

/** `/admin/coupons`: codes that take something off premium. */
export function CouponsPage() {
  const [creating, create] = useDisclosure(false);
  return (
    <>
      <PageTitle
        title="Coupons"
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={create.open}>
            Create coupon
          </Button>
        }
      >
        Codes that people enter when they buy premium
      </PageTitle>
      <CouponList />
      <CouponDialog opened={creating} onClose={create.close} />
    </>
  );
}

function CouponList() {
  const list = useInfiniteQuery(couponsQuery());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  if (!data && error)
    return (
      <LoadFailure error={error} fallback="We couldn’t load the coupons." onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton h={96} radius="lg" />;
  const coupons = data.pages.flatMap(({ items }) => items);
  if (coupons.length === 0)
    return (
      <NothingHere
        icon={<IconDiscount2 />}
        title="No coupons yet"
        description="A coupon takes a percentage or an amount off premium, for as long as you choose."
      />
    );
  return (
    <Stack gap="xs">
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {coupons.map((coupon) => (
          <CouponRow key={coupon.id} coupon={coupon} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Stack>
  );
}
