/** The chain of the audit log is not as this service left it. `gatehouse audit verify` says where. */
export class AuditTampered extends Error {
  /** Always `AuditTampered`. */
  override readonly name = 'AuditTampered'

  constructor() {
    super('the audit log was tampered with: `gatehouse audit verify` says where')
  }
}
