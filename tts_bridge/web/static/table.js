export class TableView { constructor(){} update(){} render(){} }
