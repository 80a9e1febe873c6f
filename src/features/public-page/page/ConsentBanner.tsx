/** Asks before the owner's pixels load, where consent is needed. The script shows it. Neither answer stands out. */
export function ConsentBanner({ services }: { services: readonly string[] }) {
  const names = services.join(" and ");
  return (
    <section className="consent" id="consent" lang="en" aria-label="Privacy" hidden>
      <p>{`May ${names} see this visit? The owner of this page uses it to count visitors. Nothing is sent until you accept.`}</p>
      <div className="choices">
        <button type="button" className="button" data-consent="denied">
          Decline
        </button>
        <button type="button" className="button" data-consent="granted">
          Accept
        </button>
      </div>
    </section>
  );
}

/** Lets visitors who change their mind answer again. */
export function ConsentAgain() {
  return (
    <button type="button" className="again" lang="en" data-consent-again hidden>
      Privacy choices
    </button>
  );
}
