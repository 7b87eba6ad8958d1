/** `@gatehouse/embed/keycloak`: passwords in Keycloak. Needs `@gatehouse/keycloak` and `@gatehouse/sql`. */
export { keycloak } from './keycloak.ts'
export {
  type KeycloakCredentials,
  type KeycloakParts,
  type KeycloakSettings,
  openKeycloakCredentials,
} from './open-keycloak-credentials.ts'
