import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type {
  MachineCommandsSubscription,
  RegisterMachineInput,
  ReportBriefingInput,
  ReportLaunchInput,
  ReportRuntimesInput,
  SignOnMachineInput,
} from '../../graphql/graphql.ts';
import type { StreamOptions } from '../../streams/follow.ts';

/** One command on its way to a machine, with the place to go on after. */
export type DeliveredCommand = MachineCommandsSubscription['machineCommands'];

const RegisterMachineMutation = graphql(`
  mutation RegisterMachine($input: RegisterMachineInput!) {
    result: registerMachine(input: $input) {
      __typename
      ... on RegisterMachinePayload {
        secret
        machine {
          id
          name
        }
      }
      ...Refusal
    }
  }
`);

const SignOnMachineMutation = graphql(`
  mutation SignOnMachine($input: SignOnMachineInput!) {
    result: signOnMachine(input: $input) {
      __typename
      ... on SignOnMachinePayload {
        machine {
          id
          name
        }
        openLaunches {
          id
          fence
          state
        }
      }
      ...Refusal
    }
  }
`);

const RecordHeartbeatMutation = graphql(`
  mutation RecordHeartbeat($input: RecordHeartbeatInput!) {
    result: recordHeartbeat(input: $input) {
      __typename
      ... on RecordHeartbeatPayload {
        launchIdsToStop
      }
      ...Refusal
    }
  }
`);

const SignOffMachineMutation = graphql(`
  mutation SignOffMachine($input: SignOffMachineInput!) {
    result: signOffMachine(input: $input) {
      __typename
      ... on SignOffMachinePayload {
        machine {
          id
        }
      }
      ...Refusal
    }
  }
`);

const ReportRuntimesMutation = graphql(`
  mutation ReportRuntimes($input: ReportRuntimesInput!) {
    result: reportRuntimes(input: $input) {
      __typename
      ... on ReportRuntimesPayload {
        machine {
          id
        }
      }
      ...Refusal
    }
  }
`);

const MachineCommandsDocument = graphql(`
  subscription MachineCommands($after: String) {
    machineCommands(after: $after) {
      cursor
      command {
        id
        kind
        acknowledgedAt
        launch {
          id
          state
        }
      }
    }
  }
`);

const ClaimMachineCommandMutation = graphql(`
  mutation ClaimMachineCommand($input: ClaimMachineCommandInput!) {
    result: claimMachineCommand(input: $input) {
      __typename
      ... on ClaimMachineCommandPayload {
        fence
        credential
        packageDocument
        sourcePin {
          ...SourcePinFields
        }
        launch {
          id
          workspace
          timeoutMs
          packageVersion
          packageHash
          handoff {
            id
          }
          resumes {
            id
            providerSessionId
          }
          agentSession {
            id
            runtime
            syncMode
          }
          workItem {
            id
            key
            title
            goal
            taskType
            priority
            state
            constraints
            acceptanceCriteria
          }
        }
      }
      ...Refusal
    }
  }
`);

const AckMachineCommandMutation = graphql(`
  mutation AckMachineCommand($input: AckMachineCommandInput!) {
    result: ackMachineCommand(input: $input) {
      __typename
      ... on AckMachineCommandPayload {
        machineCommand {
          id
        }
      }
      ...Refusal
    }
  }
`);

const ReportLaunchMutation = graphql(`
  mutation ReportLaunch($input: ReportLaunchInput!) {
    result: reportLaunch(input: $input) {
      __typename
      ... on ReportLaunchPayload {
        launch {
          id
          state
        }
      }
      ...Refusal
    }
  }
`);

const ReportBriefingMutation = graphql(`
  mutation ReportBriefing($input: ReportBriefingInput!) {
    result: reportBriefing(input: $input) {
      __typename
      ... on ReportBriefingPayload {
        agentSession {
          id
        }
      }
      ...Refusal
    }
  }
`);

const NameProviderSessionMutation = graphql(`
  mutation NameProviderSession($input: NameProviderSessionInput!) {
    result: nameProviderSession(input: $input) {
      __typename
      ... on NameProviderSessionPayload {
        agentSession {
          id
        }
      }
      ...Refusal
    }
  }
`);

/** Registers the machine a daemon runs on, or finds it by its identity. The daemon's credential is in the first answer alone. */
export const registerMachine = (connection: Connection, input: Keyless<RegisterMachineInput>) =>
  connection.command(RegisterMachineMutation, input);

/** Begins to serve the machine of the credential; throws Refused CONFLICT naming the daemon that does already. */
export const signOnMachine = (connection: Connection, input: SignOnMachineInput) =>
  connection.update(SignOnMachineMutation, input);

/** Says that the daemon is there; tells which launches should not be running. */
export const recordHeartbeat = async (connection: Connection, instanceId: string): Promise<readonly string[]> =>
  (await connection.update(RecordHeartbeatMutation, { instanceId })).launchIdsToStop;

export const signOffMachine = (connection: Connection, instanceId: string) =>
  connection.update(SignOffMachineMutation, { instanceId });

/** Says what runtimes the machine has; the newest report stands whole. */
export const reportRuntimes = (connection: Connection, input: ReportRuntimesInput) =>
  connection.update(ReportRuntimesMutation, input);

/** Takes a command to start a session. To be repeated with the same claim token when the answer is lost. */
export const claimMachineCommand = (connection: Connection, commandId: string, claimToken: string) =>
  connection.update(ClaimMachineCommandMutation, { commandId, claimToken });

/** What a claim gives. */
export type ClaimedCommand = Awaited<ReturnType<typeof claimMachineCommand>>;

export const ackMachineCommand = (connection: Connection, commandId: string) =>
  connection.update(AckMachineCommandMutation, { commandId });

export const reportLaunch = (connection: Connection, input: Keyless<ReportLaunchInput>) =>
  connection.command(ReportLaunchMutation, input);

/** Keeps the bytes a session was briefed with. Repeating it changes nothing. */
export const reportBriefing = (connection: Connection, input: ReportBriefingInput) =>
  connection.update(ReportBriefingMutation, input);

export const nameProviderSession = (connection: Connection, sessionId: string, providerSessionId: string) =>
  connection.update(NameProviderSessionMutation, { sessionId, providerSessionId });

/**
 * The commands of the machine, across cuts and restarts of the server, each at least once. Without `after` first all that
 * were not acknowledged. Ends when `signal` fires; throws Refused when going on is useless.
 */
export async function* machineCommands(
  connection: Connection,
  streaming: StreamOptions,
): AsyncGenerator<DeliveredCommand> {
  for await (const { machineCommands: delivered } of connection.stream(MachineCommandsDocument, {}, streaming))
    yield delivered;
}
