/** Under NestJS: the routes in front of its own, a guard, and `close` when the application ends. */
import 'reflect-metadata'
import { type Gatehouse, openGatehouse, printMails } from '@gatehouse/embed'
import { sqlite } from '@gatehouse/embed/sqlite'
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  Module,
  type OnApplicationShutdown,
  Req,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Request } from 'express'

const { DATA_DIR = 'data', PORT = '3000' } = process.env

/** The token that the open service is injected by. */
const GATE = Symbol('Gatehouse')

/** Lets requests with a good access token through. */
@Injectable()
class TokenGuard implements CanActivate {
  @Inject(GATE)
  private readonly gate!: Gatehouse

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // After a pause of the process, what has ended meanwhile is read first.
    await this.gate.whenFresh()
    const request = context.switchToHttp().getRequest<Request>()
    if (this.gate.claimsOf(request)) return true
    throw new UnauthorizedException()
  }
}

@Controller('orders')
class OrdersController {
  @Inject(GATE)
  private readonly gate!: Gatehouse

  @Get()
  @UseGuards(TokenGuard)
  list(@Req() request: Request) {
    return { of: this.gate.claimsOf(request)?.username }
  }
}

const gateProvider = {
  provide: GATE,
  useFactory: () =>
    openGatehouse({
      records: sqlite({ folder: DATA_DIR }),
      mailer: printMails(),
      settings: { issuer: 'shop' },
      onError: console.error,
    }),
}

@Module({ controllers: [OrdersController], providers: [gateProvider, TokenGuard] })
class AppModule implements OnApplicationShutdown {
  @Inject(GATE)
  private readonly gate!: Gatehouse

  /** Called when the server has closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.gate.close()
  }
}

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] })
app.enableShutdownHooks()
// Before `listen`, so that the routes come before the parsers of bodies.
app.use('/identity', app.get<Gatehouse>(GATE).node)
await app.listen(Number(PORT), '127.0.0.1')
