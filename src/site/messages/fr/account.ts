import { html } from '../../../lib/html.ts'
import type { accountMessages as english } from '../en/account.ts'
import { formatCount, plural } from './format.ts'

const gifs = (count: number) => formatCount(count, { other: 'GIF' })

export const accountMessages: typeof english = {
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  signIn: {
    title: 'Se connecter',
    heading: (siteName) => `Se connecter à ${siteName}`,
    submit: 'Se connecter',
    newHere: 'Nouveau ici ?',
    createAccount: 'Créer un compte',
    signUpClosed: 'C’est l’administrateur de ce site qui crée les comptes.',
    forgotPassword: 'Mot de passe oublié ? L’administrateur de ce site peut en définir un nouveau.',
  },
  signUp: {
    title: 'Créer un compte',
    description: (siteName) => `Un compte sur ${siteName} pour des GIF privés et des jetons d’API.`,
    heading: (siteName) => `Créer un compte sur ${siteName}`,
    hint: 'Des GIF privés, tous vos GIF au même endroit et des jetons d’API. Nous n’envoyons aucun e-mail.',
    submit: 'Créer le compte',
    closed: 'Les inscriptions sont fermées',
    closedHint: (siteName) =>
      `C’est l’administrateur de ${siteName} qui crée les comptes. Demandez-lui-en un.`,
    haveAccount: 'Déjà un compte ?',
    signIn: 'Se connecter',
  },
  signOn: {
    signIn: (provider) => `Se connecter avec ${provider}`,
    or: 'ou',
    title: (provider) => `Connexion avec ${provider}`,
    linkHint: (provider) => `Associez votre compte pour vous connecter aussi avec ${provider}.`,
    linkedHint: (provider) => `Vous pouvez vous connecter avec ${provider}.`,
    linkedSince: (host, day) => html`sur ${host} · associé le ${day}`,
    link: (provider) => `Associer ${provider}`,
    unlink: 'Dissocier',
    toProvider: (provider) => ({
      title: `Continuer vers ${provider}`,
      text: `Connectez-vous là-bas pour associer votre compte.`,
      go: 'Continuer',
    }),
    signedOut: (provider) => ({
      title: 'Vous êtes déconnecté ici',
      text: `Déconnexion de ${provider} en cours.`,
      go: `Se déconnecter de ${provider}`,
    }),
  },
  browser: { unknown: 'Un navigateur', onSystem: (browser, system) => `${browser} sous ${system}` },
  settings: {
    title: 'Paramètres',
    done: {
      password:
        'Mot de passe modifié. Tous les autres navigateurs sont déconnectés, tous les jetons d’API sont révoqués et tous les webhooks supprimés.',
      'password-only':
        'Mot de passe modifié. Tous les autres navigateurs sont déconnectés. Vos jetons d’API et vos webhooks restent valables.',
      revoked: 'Jeton révoqué. Il ne fonctionne plus.',
      linked: 'Votre compte est associé.',
      'linked-by-email':
        'Ce compte existait déjà ici avec votre adresse e-mail ; il est maintenant associé. S’il avait un mot de passe, ce mot de passe, ses jetons d’API et ses webhooks ne fonctionnent plus.',
      unlinked:
        'Compte dissocié. Connectez-vous désormais avec votre mot de passe. Tous les autres navigateurs sont déconnectés.',
      session: 'Ce navigateur est déconnecté.',
      sessions: 'Tous les autres navigateurs sont déconnectés.',
    },
    account: 'Compte',
    memberSince: 'Membre depuis',
    premium: 'Premium',
    yes: 'Oui',
    no: 'Non',
    hasPremium: 'Vous pouvez créer des GIF sans filigrane.',
    noPremium: (siteName) =>
      `Les comptes Premium peuvent retirer le filigrane. C’est l’administrateur de ${siteName} qui accorde Premium.`,
    passwordTitle: 'Mot de passe',
    passwordHint: 'Le modifier déconnecte tous les autres navigateurs.',
    noPassword: (howToSet) => html`Ce compte n’a pas encore de mot de passe. ${howToSet}`,
    askOperator: 'Demandez à l’administrateur de ce site d’en définir un.',
    setOnServer: (command) => html`Définissez-en un sur le serveur : ${command}`,
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    revokeTokens: 'Déconnecter aussi les applications',
    revokeTokensHint:
      'Révoque tous les jetons d’API et supprime tous les webhooks. Les programmes qui les utilisent en auront besoin de nouveaux.',
    changePassword: 'Modifier le mot de passe',
    sessions: 'Navigateurs connectés',
    thisBrowser: 'Celui-ci',
    sessionTimes: (lastUsed, signedIn) => html`dernière utilisation ${lastUsed} · connexion ${signedIn}`,
    signOut: 'Se déconnecter',
    signOutOthers: 'Déconnecter tous les autres',
    data: 'Vos données',
    dataHint:
      'Tout ce que nous conservons sur votre compte, et vos GIF en fichiers GIF et MP4, dans un seul fichier ZIP.',
    export: 'Exporter mes données',
    deleteAccount: 'Supprimer mon compte…',
  },
  endedAccess: {
    title: 'Accès terminés',
    by: {
      owner: (time) => `Vous avez modifié votre mot de passe le ${time}.`,
      operator: (time) => `L’exploitant de ce site a mis fin à des accès à votre compte le ${time}.`,
      'sign-on': (time) => `Ce compte a été associé à votre connexion le ${time}.`,
    },
    password: 'L’ancien mot de passe ne fonctionne plus.',
    kinds: {
      sessions: 'Navigateurs déconnectés',
      tokens: 'Jetons d’API révoqués',
      webhooks: 'Webhooks supprimés',
      identities: 'Connexions dissociées',
    },
    hint: 'Les programmes qui utilisaient ces jetons et ces webhooks en ont besoin de nouveaux.',
    dismiss: 'Masquer',
  },
  tokens: {
    title: 'Jetons d’API',
    hint: 'Un jeton permet à un programme de créer, modifier et supprimer des GIF en votre nom.',
    howItWorks: 'Comment fonctionne l’API',
    times: (hint, created, lastUsed) =>
      html`${hint} · créé ${created} ·
      ${lastUsed === null ? 'jamais utilisé' : html`dernière utilisation ${lastUsed}`}`,
    revoke: 'Révoquer…',
    revokeAbout: (name) => html`le jeton <bdi>${name}</bdi>`,
    name: 'Nom du nouveau jeton',
    namePlaceholder: 'Où vous l’utiliserez',
    create: 'Créer un jeton',
    created: 'Votre nouveau jeton',
    copyNow:
      'Copiez-le maintenant ; il ne sera plus affiché. Toute personne qui l’a peut créer, modifier et supprimer des GIF en votre nom.',
    token: 'Jeton',
    tryIt: 'Essayer',
    tryItHint: 'Crée un GIF privé à partir des trois premières secondes d’une vidéo.',
    exampleName: 'Créer un GIF',
    uploaders: 'Envoyer depuis d’autres programmes',
    uploadersHint:
      'Ces fichiers contiennent le jeton. ShareX ouvre le premier d’un double-clic ; d’autres programmes de capture d’écran l’importent comme service d’envoi personnalisé. Le script envoie les fichiers qu’on lui donne et affiche leurs adresses ; il a besoin de curl.',
    uploaderFormats: { sharex: 'Service d’envoi personnalisé (.sxcu)', script: 'Script d’envoi (.sh)' },
    copied: 'Je l’ai copié',
    revokeTitle: 'Révoquer ce jeton ?',
    revokeHeading: (name) => html`Révoquer le jeton « <bdi>${name}</bdi> » ?`,
    revokeExplanation: (hint) =>
      html`Il commence par <code>${hint}</code>. Les programmes qui l’utilisent cessent aussitôt de
        fonctionner. Cette action est irréversible.`,
    revokeConfirm: 'Révoquer le jeton',
    revokeCancel: 'Conserver le jeton',
  },
  mine: {
    title: 'Mes GIF',
    done: {
      private: (count) => `${gifs(count)} ${plural(count, { one: 'rendu privé', other: 'rendus privés' })}.`,
      public: (count) => `${gifs(count)} ${plural(count, { one: 'rendu public', other: 'rendus publics' })}.`,
      change: (count) => `${gifs(count)} ${plural(count, { one: 'modifié', other: 'modifiés' })}.`,
      delete: (count) => `${gifs(count)} ${plural(count, { one: 'supprimé', other: 'supprimés' })}.`,
    },
    makeVisible: (visibility, make) => html`${make('Visibilité : ')}${visibility}`,
    private: 'privé',
    public: 'public',
    delete: 'Supprimer…',
    privateMark: 'Privé',
    hiddenMark: 'Masqué par l’administrateur',
    edit: 'Modifier',
    empty:
      'Rien ici pour l’instant. Les GIF que vous créez en étant connecté apparaissent ici ; vous pouvez les modifier, les masquer ou les supprimer.',
    makeFirst: 'Créer votre premier GIF',
    deleteTitle: (count) => `Supprimer ${gifs(count)} ?`,
    deleteHeading: (count) => `Supprimer définitivement ${gifs(count)} ?`,
    deleteExplanation: 'La suppression est immédiate. Les liens et les intégrations cessent de fonctionner.',
    deleteConfirm: (count) => `Supprimer ${gifs(count)}`,
    deleteCancel: 'Conserver',
  },
  remove: {
    title: 'Supprimer votre compte',
    heading: 'Supprimer définitivement votre compte ?',
    noPassword:
      'Il faut votre mot de passe, et votre compte n’en a pas encore. L’administrateur de ce site peut en définir un, ou supprimer le compte pour vous.',
    exportFirst: 'Exporter d’abord mes données',
    explanation: (count) =>
      `Vos jetons, vos GIF privés et votre adresse e-mail sont supprimés immédiatement, et tous les navigateurs sont déconnectés. ${
        count === 0 ? 'Vous n’avez créé aucun GIF.' : `Vous avez créé ${gifs(count)}.`
      }`,
    publicGifs: 'Vos GIF publics',
    keepGifs: 'Les conserver, sans mon nom',
    deleteGifs: 'Les supprimer aussi, avec leurs fichiers',
    password: 'Votre mot de passe',
    confirm: 'Supprimer mon compte',
    cancel: 'Conserver mon compte',
    goodbyeTitle: 'Au revoir',
    goodbye: 'Au revoir, et merci',
    deleted: 'Votre compte et vos données privées sont supprimés.',
  },
}
