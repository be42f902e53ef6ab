export { gmst82 } from './frames';
