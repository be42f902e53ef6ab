import { type Company, createCompany } from './company.js';
import { createPace, type Pace } from './pace.js';

/** What several fair pools of a process have in common: who is there, and the one thread that answers everybody. */
export interface Sharing {
  company: Company;
  pace: Pace;
}

export function createSharing(): Sharing {
  const company = createCompany();
  return { company, pace: createPace(company) };
}
