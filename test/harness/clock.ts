/** The real time, shifted as a test requires. */
export class TestClock {
  #offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  set(date: Date | string): void {
    this.#offsetMs = new Date(date).getTime() - Date.now();
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}
