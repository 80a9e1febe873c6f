/** Asks before the owner's pixels load, where that is needed; the script shows it. Both answers weigh the same. */
export function ConsentBanner({ services }: { services: readonly string[] }) {
  const names = services.join(" and ");
  return (
    <section className="consent" id="consent" aria-label="Privacy" hidden>
      <p>{`May ${names} see that you are here? The owner of this page counts visits with it. Nothing is sent before you accept.`}</p>
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

/** The way back to the question, for who has changed their mind. */
export function ConsentAgain() {
  return (
    <button type="button" className="again" data-consent-again hidden>
      Privacy choices
    </button>
  );
}
